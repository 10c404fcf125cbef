// kpipe: --no-widen
// Columns up to another number than the rows' length, products that may come around to the first
// row, and columns from before the row.
// kpipe 0.1.0: pipelined as kp_pipelined::longer (launches that this file does not show still come here)
__global__ void longer(const float *__restrict__ A, float *__restrict__ out, int n, int d, int width,
                       int height)
{
    extern __shared__ float tile[];
    float sum = 0.0f;

    for (int k0 = 0; k0 < n; k0 += height) {
        for (int r = threadIdx.y; r < height; r += blockDim.y)
            for (int c = threadIdx.x; c < width; c += blockDim.x)
                tile[r * d + c] = A[(k0 + r) * width + c];
        __syncthreads();
        for (int c = 0; c < height * d; c++)
            sum += tile[c] * (threadIdx.x + 1);
        __syncthreads();
    }
    out[threadIdx.y * blockDim.x + threadIdx.x] = sum;
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

static __global__ void longer(const float *__restrict__ A, float *__restrict__ out, int n, int d, int width,
                       int height)
{
    extern __shared__ float tile[];
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    unsigned kp_stride; // bytes of one stage
    asm("mov.u32 %0, %%dynamic_smem_size;" : "=r"(kp_stride));
    kp_stride = kp_stride / 2 / 128 * 128;
    auto kp_tile = tile;
    float kp_r0[4 * 4];
    auto kp_fetch = [&](int k0) __attribute__((always_inline)) {
        memset(kp_r0, 0, sizeof(kp_r0));
        #pragma unroll
        for (int r = threadIdx.y, kp_i = 0; kp_i < 4 && r < height; r += blockDim.y, ++kp_i)
            #pragma unroll
            for (int c = threadIdx.x, kp_i2 = 0; kp_i2 < 4 && c < width; c += blockDim.x, ++kp_i2)
                kp_r0[kp_i * 4 + kp_i2] = A[(k0 + r) * width + c];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto tile = (decltype(kp_tile))((char *)kp_tile + kp_stage * kp_stride);
        for (int c = 0; c < height * d; c++)
            sum += tile[c] * (threadIdx.x + 1);
    };
    auto kp_store = [&](int k0, int kp_stage) __attribute__((always_inline)) {
        auto tile = (decltype(kp_tile))((char *)kp_tile + kp_stage * kp_stride);
        {
            int r = threadIdx.y;
            #pragma unroll
            for (int kp_i = 0; kp_i < 4 && r < height; r += blockDim.y, ++kp_i)
                {
                    int c = threadIdx.x;
                #pragma unroll
                    for (int kp_i2 = 0; kp_i2 < 4 && c < width; c += blockDim.x, ++kp_i2)
                        tile[r * d + c] = kp_r0[kp_i * 4 + kp_i2];
                    for (; c < width; c += blockDim.x)
                        tile[r * d + c] = A[(k0 + r) * width + c];
                }
            for (; r < height; r += blockDim.y)
                for (int c = threadIdx.x; c < width; c += blockDim.x)
                    tile[r * d + c] = A[(k0 + r) * width + c];
        }
    };
    {
        int k0 = 0;
        if (k0 < n) {
            int kp_stage = 0;
            kp_fetch(k0);
            kp_store(k0, kp_stage);
            __syncthreads();
            for (k0 += height; k0 < n; k0 += height) {
                kp_fetch(k0);
                kp_compute(kp_stage);
                kp_store(k0, kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    out[threadIdx.y * blockDim.x + threadIdx.x] = sum;
}
} // namespace kp_pipelined

// kpipe 0.1.0: pipelined as kp_pipelined::around (launches that this file does not show still come here)
__global__ void around(const float *__restrict__ A, float *__restrict__ out, int n, unsigned int d,
                       unsigned int height)
{
    extern __shared__ float tile[];
    float sum = 0.0f;

    for (int k0 = 0; k0 < n; k0 += height) {
        for (unsigned int r = threadIdx.y; r < height; r += blockDim.y)
            for (unsigned int c = threadIdx.x; c < d; c += blockDim.x)
                tile[r * d + c] = A[(k0 + r) * d + c];
        __syncthreads();
        for (unsigned int c = 0; c < d; c++)
            sum += tile[c] * (threadIdx.x + 1);
        __syncthreads();
    }
    out[threadIdx.y * blockDim.x + threadIdx.x] = sum;
}

namespace kp_pipelined
{
static __global__ void around(const float *__restrict__ A, float *__restrict__ out, int n, unsigned int d,
                       unsigned int height)
{
    extern __shared__ float tile[];
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    unsigned kp_stride; // bytes of one stage
    asm("mov.u32 %0, %%dynamic_smem_size;" : "=r"(kp_stride));
    kp_stride = kp_stride / 2 / 128 * 128;
    auto kp_tile = tile;
    float kp_r0[4 * 4];
    auto kp_fetch = [&](int k0) __attribute__((always_inline)) {
        memset(kp_r0, 0, sizeof(kp_r0));
        #pragma unroll
        for (unsigned int r = threadIdx.y, kp_i = 0; kp_i < 4 && r < height; r += blockDim.y, ++kp_i)
            #pragma unroll
            for (unsigned int c = threadIdx.x, kp_i2 = 0; kp_i2 < 4 && c < d; c += blockDim.x, ++kp_i2)
                kp_r0[kp_i * 4 + kp_i2] = A[(k0 + r) * d + c];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto tile = (decltype(kp_tile))((char *)kp_tile + kp_stage * kp_stride);
        for (unsigned int c = 0; c < d; c++)
            sum += tile[c] * (threadIdx.x + 1);
    };
    auto kp_store = [&](int k0, int kp_stage) __attribute__((always_inline)) {
        auto tile = (decltype(kp_tile))((char *)kp_tile + kp_stage * kp_stride);
        {
            unsigned int r = threadIdx.y;
            #pragma unroll
            for (int kp_i = 0; kp_i < 4 && r < height; r += blockDim.y, ++kp_i)
                {
                    unsigned int c = threadIdx.x;
                #pragma unroll
                    for (int kp_i2 = 0; kp_i2 < 4 && c < d; c += blockDim.x, ++kp_i2)
                        tile[r * d + c] = kp_r0[kp_i * 4 + kp_i2];
                    for (; c < d; c += blockDim.x)
                        tile[r * d + c] = A[(k0 + r) * d + c];
                }
            for (; r < height; r += blockDim.y)
                for (unsigned int c = threadIdx.x; c < d; c += blockDim.x)
                    tile[r * d + c] = A[(k0 + r) * d + c];
        }
    };
    {
        int k0 = 0;
        if (k0 < n) {
            int kp_stage = 0;
            kp_fetch(k0);
            kp_store(k0, kp_stage);
            __syncthreads();
            for (k0 += height; k0 < n; k0 += height) {
                kp_fetch(k0);
                kp_compute(kp_stage);
                kp_store(k0, kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    out[threadIdx.y * blockDim.x + threadIdx.x] = sum;
}
} // namespace kp_pipelined

// kpipe 0.1.0: pipelined as kp_pipelined::before (launches that this file does not show still come here)
__global__ void before(const float *__restrict__ A, float *__restrict__ out, int n, int d, int height)
{
    extern __shared__ float tile[];
    float sum = 0.0f;

    for (int k0 = 0; k0 < n; k0 += height) {
        for (int r = threadIdx.y; r < height; r += blockDim.y)
            for (int c = (int)threadIdx.x - 8; c < d; c += blockDim.x)
                tile[r * d + c + 8] = A[(k0 + r) * d + c + 8];
        __syncthreads();
        for (int c = 0; c < height * d; c++)
            sum += tile[c] * (threadIdx.x + 1);
        __syncthreads();
    }
    out[threadIdx.y * blockDim.x + threadIdx.x] = sum;
}

namespace kp_pipelined
{
static __global__ void before(const float *__restrict__ A, float *__restrict__ out, int n, int d, int height)
{
    extern __shared__ float tile[];
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    unsigned kp_stride; // bytes of one stage
    asm("mov.u32 %0, %%dynamic_smem_size;" : "=r"(kp_stride));
    kp_stride = kp_stride / 2 / 128 * 128;
    auto kp_tile = tile;
    float kp_r0[4 * 4];
    auto kp_fetch = [&](int k0) __attribute__((always_inline)) {
        memset(kp_r0, 0, sizeof(kp_r0));
        #pragma unroll
        for (int r = threadIdx.y, kp_i = 0; kp_i < 4 && r < height; r += blockDim.y, ++kp_i)
            #pragma unroll
            for (int c = (int)threadIdx.x - 8, kp_i2 = 0; kp_i2 < 4 && c < d; c += blockDim.x, ++kp_i2)
                kp_r0[kp_i * 4 + kp_i2] = A[(k0 + r) * d + c + 8];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto tile = (decltype(kp_tile))((char *)kp_tile + kp_stage * kp_stride);
        for (int c = 0; c < height * d; c++)
            sum += tile[c] * (threadIdx.x + 1);
    };
    auto kp_store = [&](int k0, int kp_stage) __attribute__((always_inline)) {
        auto tile = (decltype(kp_tile))((char *)kp_tile + kp_stage * kp_stride);
        {
            int r = threadIdx.y;
            #pragma unroll
            for (int kp_i = 0; kp_i < 4 && r < height; r += blockDim.y, ++kp_i)
                {
                    int c = (int)threadIdx.x - 8;
                #pragma unroll
                    for (int kp_i2 = 0; kp_i2 < 4 && c < d; c += blockDim.x, ++kp_i2)
                        tile[r * d + c + 8] = kp_r0[kp_i * 4 + kp_i2];
                    for (; c < d; c += blockDim.x)
                        tile[r * d + c + 8] = A[(k0 + r) * d + c + 8];
                }
            for (; r < height; r += blockDim.y)
                for (int c = (int)threadIdx.x - 8; c < d; c += blockDim.x)
                    tile[r * d + c + 8] = A[(k0 + r) * d + c + 8];
        }
    };
    {
        int k0 = 0;
        if (k0 < n) {
            int kp_stage = 0;
            kp_fetch(k0);
            kp_store(k0, kp_stage);
            __syncthreads();
            for (k0 += height; k0 < n; k0 += height) {
                kp_fetch(k0);
                kp_compute(kp_stage);
                kp_store(k0, kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    out[threadIdx.y * blockDim.x + threadIdx.x] = sum;
}
} // namespace kp_pipelined

void run(const float *A, float *out, int n, int d, int width, int height)
{
    {
        const dim3 kp_block = dim3(32, 4);
        const size_t kp_bytes = height * d * sizeof(float);
        const size_t kp_staged = 2 * ((kp_bytes + 127) / 128 * 128);
        if (kp_pipelined::kp_has_room((const void *)kp_pipelined::longer, kp_staged,
            (const void *)longer, kp_bytes, kp_block, true))
            kp_pipelined::longer<<<1, kp_block, kp_staged>>>(A, out, n, d, width, height);
        else
            longer<<<1, kp_block, kp_bytes>>>(A, out, n, d, width, height);
    }
    {
        const dim3 kp_block = dim3(32, 4);
        const size_t kp_bytes = height * d * sizeof(float);
        const size_t kp_staged = 2 * ((kp_bytes + 127) / 128 * 128);
        if (kp_pipelined::kp_has_room((const void *)kp_pipelined::around, kp_staged,
            (const void *)around, kp_bytes, kp_block, true))
            kp_pipelined::around<<<1, kp_block, kp_staged>>>(A, out, n, d, height);
        else
            around<<<1, kp_block, kp_bytes>>>(A, out, n, d, height);
    }
    {
        const dim3 kp_block = dim3(32, 4);
        const size_t kp_bytes = (height * d + 8) * sizeof(float);
        const size_t kp_staged = 2 * ((kp_bytes + 127) / 128 * 128);
        if (kp_pipelined::kp_has_room((const void *)kp_pipelined::before, kp_staged,
            (const void *)before, kp_bytes, kp_block, true))
            kp_pipelined::before<<<1, kp_block, kp_staged>>>(A, out, n, d, height);
        else
            before<<<1, kp_block, kp_bytes>>>(A, out, n, d, height);
    }
}
