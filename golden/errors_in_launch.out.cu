// The parser does not know what the launch hands over: its errors are no reason to leave the loop, also where the launch
// is written twice.
#define T 16

struct tensor {
    float *at;
#ifndef __clang__
    float *data() const { return at; }
#endif
};

// kpipe 0.1.0: pipelined as kp_pipelined::product (launches that this file does not show still come here)
__global__ void product(const float *a, const float *b, float *c, int n)
{
    extern __shared__ float room[];
    float *as = room, *bs = room + T * T;
    int x = threadIdx.x, y = threadIdx.y;
    int row = blockIdx.y * T + y, column = blockIdx.x * T + x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += T) {
        as[y * T + x] = a[row * n + k + x];
        bs[y * T + x] = b[(k + y) * n + column];
        __syncthreads();
        for (int i = 0; i < T; i++)
            sum += as[y * T + i] * bs[i * T + x];
        __syncthreads();
    }
    c[row * n + column] = sum;
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

static __global__ __launch_bounds__(256) void product(const float *a, const float *b, float *c, int n)
{
    extern __shared__ float room[];
    float *as = room, *bs = room + T * T;
    int x = threadIdx.x, y = threadIdx.y;
    int row = blockIdx.y * T + y, column = blockIdx.x * T + x;
    float sum = 0.0f;

    static_assert(T == 16, "kpipe: T has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    constexpr unsigned kp_stride = 17408; // bytes of one stage, of 2 in all
    auto kp_as = as;
    auto kp_bs = bs;
    float kp_r0, kp_r1;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = a[row * n + k + x];
        kp_r1 = b[(k + y) * n + column];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto as = (decltype(kp_as))((char *)kp_as + kp_stage * kp_stride);
        auto bs = (decltype(kp_bs))((char *)kp_bs + kp_stage * kp_stride);
        for (int i = 0; i < T; i++)
            sum += as[y * T + i] * bs[i * T + x];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto as = (decltype(kp_as))((char *)kp_as + kp_stage * kp_stride);
        auto bs = (decltype(kp_bs))((char *)kp_bs + kp_stage * kp_stride);
        as[y * T + x] = kp_r0;
        bs[y * T + x] = kp_r1;
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += T; k < n; k += T) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    c[row * n + column] = sum;
}
} // namespace kp_pipelined

void run(const tensor &a, const tensor &b, const tensor &c, int n, size_t bytes)
{
    dim3 block(T, T), grid(n / T, n / T);

    {
        const dim3 kp_block = block;
        const size_t kp_bytes = bytes;
        const size_t kp_staged = kp_bytes > 34816 ? kp_bytes : 34816;
        if (kp_pipelined::kp_has_room((const void *)kp_pipelined::product, kp_staged,
            (const void *)product, kp_bytes, kp_block, true))
            kp_pipelined::product<<<grid, kp_block, kp_staged>>>(a.data(), b.data(), c.data(), n);
        else
            product<<<grid, kp_block, kp_bytes>>>(a.data(), b.data(), c.data(), n);
    }
}
