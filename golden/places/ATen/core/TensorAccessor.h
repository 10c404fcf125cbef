#pragma once
#if !defined(TORCH_STABLE_ONLY)
#include <cstddef>
#include <cstdint>
namespace at {
#if defined(__CUDACC__) || defined(__HIPCC__)
template <typename T> struct RestrictPtrTraits {
    typedef T *__restrict__ PtrType;
};
#endif
template <typename T, size_t N, template <typename U> class Traits, typename I> class TensorAccessorBase {
  public:
    typedef typename Traits<T>::PtrType PtrType;
    __host__ __device__ TensorAccessorBase(PtrType d, const I *z, const I *s) : data_(d), sizes_(z), strides_(s) {}

  protected:
    PtrType data_;
    const I *sizes_;
    const I *strides_;
};
template <typename T, size_t N, template <typename U> class Traits, typename I>
class TensorAccessor : public TensorAccessorBase<T, N, Traits, I> {
  public:
    typedef typename Traits<T>::PtrType PtrType;
    __host__ __device__ TensorAccessor(PtrType d, const I *z, const I *s) : TensorAccessorBase<T, N, Traits, I>(d, z, s) {}
    __host__ __device__ TensorAccessor<T, N - 1, Traits, I> operator[](I i)
    {
        return TensorAccessor<T, N - 1, Traits, I>(this->data_ + this->strides_[0] * i, this->sizes_ + 1,
                                                   this->strides_ + 1);
    }
};
template <typename T, template <typename U> class Traits, typename I>
class TensorAccessor<T, 1, Traits, I> : public TensorAccessorBase<T, 1, Traits, I> {
  public:
    typedef typename Traits<T>::PtrType PtrType;
    __host__ __device__ TensorAccessor(PtrType d, const I *z, const I *s) : TensorAccessorBase<T, 1, Traits, I>(d, z, s) {}
    __host__ __device__ T &operator[](I i) { return this->data_[this->strides_[0] * i]; }
    __host__ __device__ const T &operator[](I i) const { return this->data_[this->strides_[0] * i]; }
};
template <typename T, size_t N, template <typename U> class Traits, typename I> class PackedTensorAccessor {
  public:
    typedef typename Traits<T>::PtrType PtrType;
    __device__ TensorAccessor<T, N - 1, Traits, I> operator[](I i)
    {
        I *sizes = this->sizes_ + 1, *strides = this->strides_ + 1;
        return TensorAccessor<T, N - 1, Traits, I>(this->data_ + this->strides_[0] * i, sizes, strides);
    }
    __device__ const TensorAccessor<T, N - 1, Traits, I> operator[](I i) const
    {
        const I *sizes = this->sizes_ + 1, *strides = this->strides_ + 1;
        return TensorAccessor<T, N - 1, Traits, I>(this->data_ + this->strides_[0] * i, sizes, strides);
    }

  protected:
    PtrType data_;
    I sizes_[N];
    I strides_[N];
};
template <typename T, size_t N, template <typename U> class Traits>
using PackedTensorAccessor32 = PackedTensorAccessor<T, N, Traits, int32_t>;
} // namespace at
#else
#error "not with TORCH_STABLE_ONLY"
#endif
