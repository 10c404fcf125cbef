// Declarations for PyTorch extensions that are analysed without PyTorch: names and types of
// tensors, accessors and dispatch macros, without behaviour. Inside AT_DISPATCH_*, the scalar type
// is the type of a generic lambda's parameter, so that nothing is assumed that holds for one type
// only.
#pragma once

namespace c10 {
struct Half {
    unsigned short x;
    __host__ __device__ operator float() const;
    __host__ __device__ Half(float = 0);
};
struct BFloat16 {
    unsigned short x;
    __host__ __device__ operator float() const;
    __host__ __device__ BFloat16(float = 0);
};
enum class ScalarType { Float, Double, Half, BFloat16, Int, Long, Char, Byte };
enum DeviceType { CPU, CUDA };
struct Device {
    Device(...);
    int index() const;
    bool is_cuda() const;
};
namespace cuda {
struct OptionalCUDAGuard {
    template <typename... T>
    OptionalCUDAGuard(const T &...);
};
using CUDAGuard = OptionalCUDAGuard;
struct CUDAStream {
    operator cudaStream_t() const;
    cudaStream_t stream() const;
};
CUDAStream getCurrentCUDAStream(int = 0);
} // namespace cuda
} // namespace c10

namespace at {
using c10::BFloat16;
using c10::Half;
using c10::ScalarType;

template <typename T>
struct RestrictPtrTraits {
    typedef T *__restrict__ PtrType;
};
template <typename T>
struct DefaultPtrTraits {
    typedef T *PtrType;
};

template <typename T, int N, template <typename> class P = DefaultPtrTraits, typename I = long>
struct TensorAccessor {
    __host__ __device__ TensorAccessor<T, N - 1, P, I> operator[](I) const;
    __host__ __device__ I size(I) const;
    __host__ __device__ I stride(I) const;
    __host__ __device__ T *data() const;
};
template <typename T, template <typename> class P, typename I>
struct TensorAccessor<T, 1, P, I> {
    __host__ __device__ T &operator[](I) const;
    __host__ __device__ I size(I) const;
    __host__ __device__ I stride(I) const;
    __host__ __device__ T *data() const;
};
template <typename T, int N, template <typename> class P = DefaultPtrTraits>
using PackedTensorAccessor32 = TensorAccessor<T, N, P, int>;
template <typename T, int N, template <typename> class P = DefaultPtrTraits>
using PackedTensorAccessor64 = TensorAccessor<T, N, P, long>;
template <typename T, int N, template <typename> class P = DefaultPtrTraits, typename I = long>
using GenericPackedTensorAccessor = TensorAccessor<T, N, P, I>;

struct TensorOptions {
    template <typename T>
    TensorOptions dtype(T) const;
    template <typename T>
    TensorOptions device(T) const;
};
struct Tensor {
    long size(long) const;
    long stride(long) const;
    long numel() const;
    long dim() const;
    const long *sizes() const;
    c10::ScalarType scalar_type() const;
    c10::ScalarType dtype() const;
    c10::Device device() const;
    TensorOptions options() const;
    Tensor contiguous() const;
    bool is_cuda() const;
    bool is_contiguous() const;
    int get_device() const;
    template <typename T>
    T *data_ptr() const;
    template <typename T>
    T *mutable_data_ptr() const;
    template <typename T>
    const T *const_data_ptr() const;
    template <typename T>
    T *data() const;
    template <typename T, int N, template <typename> class P = DefaultPtrTraits>
    PackedTensorAccessor32<T, N, P> packed_accessor32() const;
    template <typename T, int N, template <typename> class P = DefaultPtrTraits>
    PackedTensorAccessor64<T, N, P> packed_accessor64() const;
    template <typename T, int N, template <typename> class P = DefaultPtrTraits, typename I = long>
    TensorAccessor<T, N, P, I> packed_accessor() const;
};
template <typename... T>
Tensor empty(const T &...);
template <typename... T>
Tensor zeros(const T &...);
template <typename... T>
Tensor empty_like(const T &...);
template <typename... T>
Tensor zeros_like(const T &...);
namespace cuda {
using c10::cuda::CUDAGuard;
using c10::cuda::getCurrentCUDAStream;
using c10::cuda::OptionalCUDAGuard;
} // namespace cuda
} // namespace at

namespace torch {
using namespace at;
constexpr c10::ScalarType kFloat = c10::ScalarType::Float, kFloat32 = kFloat,
                          kHalf = c10::ScalarType::Half, kFloat16 = kHalf,
                          kInt32 = c10::ScalarType::Int, kInt8 = c10::ScalarType::Char;
constexpr c10::DeviceType kCUDA = c10::CUDA;
} // namespace torch

#define TORCH_CHECK(...) ((void)0)
#define TORCH_EXTENSION_NAME kp_extension
#define PYBIND11_MODULE(name, m) template <typename T> static void kp_module_##name(T m)
#define TORCH_LIBRARY(name, m) template <typename T> static void kp_library_##name(T m)
#define C10_CUDA_KERNEL_LAUNCH_CHECK() ((void)0)
#define C10_CUDA_CHECK(x) ((void)(x))
#define AT_CUDA_CHECK(x) ((void)(x))

#define KP_DISPATCH(...)                                                                           \
    [&](auto kp_scalar) {                                                                          \
        using scalar_t = decltype(kp_scalar);                                                      \
        return (__VA_ARGS__)();                                                                    \
    }(0.f)
#define AT_DISPATCH_FLOATING_TYPES(type, name, ...) KP_DISPATCH(__VA_ARGS__)
#define AT_DISPATCH_FLOATING_TYPES_AND_HALF(type, name, ...) KP_DISPATCH(__VA_ARGS__)
#define AT_DISPATCH_FLOATING_TYPES_AND(other, type, name, ...) KP_DISPATCH(__VA_ARGS__)
#define AT_DISPATCH_FLOATING_TYPES_AND2(one, two, type, name, ...) KP_DISPATCH(__VA_ARGS__)
#define AT_DISPATCH_ALL_TYPES(type, name, ...) KP_DISPATCH(__VA_ARGS__)
#define AT_DISPATCH_INTEGRAL_TYPES(type, name, ...) KP_DISPATCH(__VA_ARGS__)
