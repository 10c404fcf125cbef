// kpipe: --stages 2
// Rows that are reached by pointers of the loop's, as vectors of which there are a quotient.
#define ROWS 8
#define KEYS 32
// kpipe 0.1.0: pipelined as kp_pipelined::products (launches that this file does not show still come here)
__global__ void products(const float *__restrict__ Q, const float *__restrict__ K,
                         float *__restrict__ O, int n, int depth)
{
    extern __shared__ __align__(16) float memory[];
    float *Qs = memory, *Ks = Qs + ROWS * depth;
    const int depth4 = depth / 4, warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    float4 *Qs4 = reinterpret_cast<float4 *>(Qs), *Ks4 = reinterpret_cast<float4 *>(Ks);
    for (int i = threadIdx.x; i < ROWS * depth4; i += blockDim.x)
        Qs4[i] = reinterpret_cast<const float4 *>(Q)[blockIdx.x * ROWS * depth4 + i];
    float sum = 0;
    for (int first = 0; first < n; first += KEYS) {
        for (int i = threadIdx.x; i < KEYS * depth4; i += blockDim.x)
            Ks4[i] = reinterpret_cast<const float4 *>(K)[first * depth4 + i];
        __syncthreads();
        const float4 *q = reinterpret_cast<const float4 *>(Qs + warp * depth);
        const float4 *k = reinterpret_cast<const float4 *>(Ks) + lane * depth4;
        for (int i = 0; i < depth4; ++i)
            sum += q[i].x * k[i].x + q[i].y * k[i].y + q[i].z * k[i].z + q[i].w * k[i].w;
        __syncthreads();
    }
    O[blockIdx.x * ROWS * 32 + threadIdx.x] = sum;
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

static __global__ void products(const float *__restrict__ Q, const float *__restrict__ K,
                         float *__restrict__ O, int n, int depth)
{
    extern __shared__ __align__(16) float memory[];
    float *Qs = memory, *Ks = Qs + ROWS * depth;
    const int depth4 = depth / 4, warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    float4 *Qs4 = reinterpret_cast<float4 *>(Qs), *Ks4 = reinterpret_cast<float4 *>(Ks);
    for (int i = threadIdx.x; i < ROWS * depth4; i += blockDim.x)
        Qs4[i] = reinterpret_cast<const float4 *>(Q)[blockIdx.x * ROWS * depth4 + i];
    float sum = 0;
    static_assert(ROWS == 8 && KEYS == 32, "kpipe: ROWS or KEYS has changed: run kpipe again");
    // kpipe: pipelined where these hold, else the loop as written
    const bool kp_apart =
        size_t(depth) <= 2147483647 &&
        32LL * depth <= 2147483392LL &&
        blockDim.x == 256 &&
        blockDim.y == 1 &&
        blockDim.z == 1;
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    if (kp_apart) {
        unsigned kp_stride; // bytes of one stage
        asm("mov.u32 %0, %%dynamic_smem_size;" : "=r"(kp_stride));
        kp_stride = kp_stride / 2 / 128 * 128;
        auto kp_Ks = Ks;
        auto kp_Ks4 = Ks4;
        float4 kp_r0[4];
        auto kp_fetch = [&](int first) __attribute__((always_inline)) {
            memset(kp_r0, 0, sizeof(kp_r0));
        #pragma unroll
            for (int i = threadIdx.x, kp_i = 0; kp_i < 4 && i < KEYS * depth4; i += blockDim.x, ++kp_i)
                kp_r0[kp_i] = reinterpret_cast<const float4 *>(K)[first * depth4 + i];
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto Ks = (decltype(kp_Ks))((char *)kp_Ks + kp_stage * kp_stride);
            const float4 *q = reinterpret_cast<const float4 *>(Qs + warp * depth);
            const float4 *k = reinterpret_cast<const float4 *>(Ks) + lane * depth4;
            for (int i = 0; i < depth4; ++i)
                sum += q[i].x * k[i].x + q[i].y * k[i].y + q[i].z * k[i].z + q[i].w * k[i].w;
        };
        auto kp_store = [&](int first, int kp_stage) __attribute__((always_inline)) {
            auto Ks4 = (decltype(kp_Ks4))((char *)kp_Ks4 + kp_stage * kp_stride);
            {
                int i = threadIdx.x;
            #pragma unroll
                for (int kp_i = 0; kp_i < 4 && i < KEYS * depth4; i += blockDim.x, ++kp_i)
                    Ks4[i] = kp_r0[kp_i];
                for (; i < KEYS * depth4; i += blockDim.x)
                    Ks4[i] = reinterpret_cast<const float4 *>(K)[first * depth4 + i];
            }
        };
        {
            int first = 0;
            if (first < n) {
                int kp_stage = 0;
                kp_fetch(first);
                kp_store(first, kp_stage);
                __syncthreads();
                for (first += KEYS; first < n; first += KEYS) {
                    kp_fetch(first);
                    kp_compute(kp_stage);
                    kp_store(first, kp_stage ^ 1);
                    __syncthreads();
                    kp_stage ^= 1;
                }
                kp_compute(kp_stage);
            }
        }
    } else { // kpipe: as written
        for (int first = 0; first < n; first += KEYS) {
            for (int i = threadIdx.x; i < KEYS * depth4; i += blockDim.x)
                Ks4[i] = reinterpret_cast<const float4 *>(K)[first * depth4 + i];
            __syncthreads();
            const float4 *q = reinterpret_cast<const float4 *>(Qs + warp * depth);
            const float4 *k = reinterpret_cast<const float4 *>(Ks) + lane * depth4;
            for (int i = 0; i < depth4; ++i)
                sum += q[i].x * k[i].x + q[i].y * k[i].y + q[i].z * k[i].z + q[i].w * k[i].w;
            __syncthreads();
        }
    }
    O[blockIdx.x * ROWS * 32 + threadIdx.x] = sum;
}
} // namespace kp_pipelined

void run(const float *Q, const float *K, float *O, int n, int depth)
{
    {
        const dim3 kp_block = ROWS * 32;
        const size_t kp_bytes = (ROWS + KEYS) * depth * sizeof(float);
        const size_t kp_staged = 2 * ((kp_bytes + 127) / 128 * 128);
        if (kp_pipelined::kp_has_room((const void *)kp_pipelined::products, kp_staged,
            (const void *)products, kp_bytes, kp_block, false))
            kp_pipelined::products<<<n / ROWS, kp_block, kp_staged>>>(Q, K, O, n, depth);
        else
            products<<<n / ROWS, kp_block, kp_bytes>>>(Q, K, O, n, depth);
    }
}
