// kpipe: --arch sm_80
// Tiles of a template's type in dynamic memory with the alignment of that type, which the instances say. A zero is converted to
// that type in all stages alike.
// kpipe 0.1.0: pipelined as kp_pipelined::product (launches that this file does not show still come here)
#include <type_traits>

template <typename T>
__global__ void product(const T *A, const T *B, T *C, int n, int side)
{
    extern __shared__ __align__(sizeof(T)) unsigned char raw[];
    T *as = reinterpret_cast<T *>(raw);
    T *bs = as + side * side;
    const int row = blockIdx.y * side + threadIdx.y, column = blockIdx.x * side + threadIdx.x;
    T sum = 0;

    for (int k = 0; k < n; k += side) {
        const int at = threadIdx.y * side + threadIdx.x;

        if (row < n && k + threadIdx.x < n)
            as[at] = A[row * n + k + threadIdx.x];
        else
            as[at] = 0;
        if (k + threadIdx.y < n && column < n)
            bs[at] = B[(k + threadIdx.y) * n + column];
        else
            bs[at] = 0;
        __syncthreads();
        for (int j = 0; j < side; j++)
            sum += as[threadIdx.y * side + j] * bs[j * side + threadIdx.x];
        __syncthreads();
    }
    if (row < n && column < n)
        C[row * n + column] = sum;
}

namespace kp_pipelined
{
// Can the pipelined kernel be launched like that, and with as many blocks per SM if that is asked?
static bool kp_has_room(const void *staged, size_t staged_bytes, const void *plain, size_t bytes,
                        dim3 block, bool keep_blocks)
{
    const int threads = int(block.x * block.y * block.z);
    int device, most, blocks, blocks_before;
    cudaFuncAttributes has;
    if (cudaGetDevice(&device) != cudaSuccess ||
        cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, device) !=
            cudaSuccess ||
        cudaFuncGetAttributes(&has, staged) != cudaSuccess ||
        threads > has.maxThreadsPerBlock || has.sharedSizeBytes + staged_bytes > size_t(most))
        return false;
    if (cudaFuncSetAttribute(staged, cudaFuncAttributeMaxDynamicSharedMemorySize,
                             most - int(has.sharedSizeBytes)) != cudaSuccess)
        return false;
    return !keep_blocks ||
           (cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, staged, threads,
                                                          staged_bytes) == cudaSuccess &&
            cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks_before, plain, threads,
                                                          bytes) == cudaSuccess &&
            blocks >= blocks_before);
}

template <typename T>
static __global__ void product(const T *A, const T *B, T *C, int n, int side)
{
    extern __shared__ __align__(sizeof(T)) unsigned char raw[];
    T *as = reinterpret_cast<T *>(raw);
    T *bs = as + side * side;
    const int row = blockIdx.y * side + threadIdx.y, column = blockIdx.x * side + threadIdx.x;
    T sum = 0;

    static_assert(::std::is_arithmetic<T>::value && !::std::is_volatile<T>::value,
                  "kpipe: made for other types; run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    unsigned kp_stride; // bytes of one stage
    asm("mov.u32 %0, %%dynamic_smem_size;" : "=r"(kp_stride));
    kp_stride = kp_stride / 2 / 128 * 128;
    auto kp_as = as;
    auto kp_bs = bs;
    T kp_r0, kp_r1;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        if (row < n && k + threadIdx.x < n)
            kp_r0 = A[row * n + k + threadIdx.x];
        if (k + threadIdx.y < n && column < n)
            kp_r1 = B[(k + threadIdx.y) * n + column];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto as = (decltype(kp_as))((char *)kp_as + kp_stage * kp_stride);
        auto bs = (decltype(kp_bs))((char *)kp_bs + kp_stage * kp_stride);
        for (int j = 0; j < side; j++)
            sum += as[threadIdx.y * side + j] * bs[j * side + threadIdx.x];
    };
    auto kp_store = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto as = (decltype(kp_as))((char *)kp_as + kp_stage * kp_stride);
        auto bs = (decltype(kp_bs))((char *)kp_bs + kp_stage * kp_stride);
        const int at = threadIdx.y * side + threadIdx.x;

        if (row < n && k + threadIdx.x < n)
            as[at] = kp_r0;
        else
            as[at] = 0;
        if (k + threadIdx.y < n && column < n)
            bs[at] = kp_r1;
        else
            bs[at] = 0;
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(k, kp_stage);
            __syncthreads();
            for (k += side; k < n; k += side) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(k, kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    if (row < n && column < n)
        C[row * n + column] = sum;
}
} // namespace kp_pipelined

void launch(const int *a, const int *b, int *c, const double *x, const double *y, double *z, int n, int side)
{
    dim3 threads(side, side), blocks((n + side - 1) / side, (n + side - 1) / side);

    {
        const dim3 kp_block = threads;
        const size_t kp_bytes = 2 * side * side * sizeof(int);
        const size_t kp_staged = 2 * ((kp_bytes + 127) / 128 * 128);
        if (kp_pipelined::kp_has_room((const void *)kp_pipelined::product<int>, kp_staged,
            (const void *)product<int>, kp_bytes, kp_block, true))
            kp_pipelined::product<int><<<blocks, kp_block, kp_staged>>>(a, b, c, n, side);
        else
            product<int><<<blocks, kp_block, kp_bytes>>>(a, b, c, n, side);
    }
    {
        const dim3 kp_block = threads;
        const size_t kp_bytes = 2 * side * side * sizeof(double);
        const size_t kp_staged = 2 * ((kp_bytes + 127) / 128 * 128);
        if (kp_pipelined::kp_has_room((const void *)kp_pipelined::product<double>, kp_staged,
            (const void *)product<double>, kp_bytes, kp_block, true))
            kp_pipelined::product<double><<<blocks, kp_block, kp_staged>>>(x, y, z, n, side);
        else
            product<double><<<blocks, kp_block, kp_bytes>>>(x, y, z, n, side);
    }
}
