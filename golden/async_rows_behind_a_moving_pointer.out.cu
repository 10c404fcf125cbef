// kpipe: --no-widen --variant cp-async --stages 2
// A pointer that each trip makes anew may lead another index to an element that is made already: no
// index says where its elements are. One that all trips have alike is an array.
// kpipe 0.1.0: pipelined as kp_pipelined::rows (launches that this file does not show still come here)
#include <cuda_pipeline_primitives.h>

__global__ void rows(const float *__restrict__ A, float *__restrict__ out, int K, int d)
{
    extern __shared__ float tile[];
    float sum = 0.0f;

    for (int k0 = 0; k0 < K; k0 += 16) {
        for (int r = threadIdx.y; r < 16; r += blockDim.y) {
            float *four = tile - r / 4 * 4 * d;
            for (int c = threadIdx.x; c < d; c += blockDim.x)
                four[r * d + c] = A[(k0 + r) * d + c];
        }
        __syncthreads();
        for (int i = 0; i < 4 * d; i++)
            sum += tile[i] * (threadIdx.x + 1);
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

static __global__ void rows(const float *__restrict__ A, float *__restrict__ out, int K, int d)
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
        for (int r = threadIdx.y, kp_i = 0; kp_i < 4 && r < 16; r += blockDim.y, ++kp_i) {
            #pragma unroll
            for (int c = threadIdx.x, kp_i2 = 0; kp_i2 < 4 && c < d; c += blockDim.x, ++kp_i2)
                kp_r0[kp_i * 4 + kp_i2] = A[(k0 + r) * d + c];
        }
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto tile = (decltype(kp_tile))((char *)kp_tile + kp_stage * kp_stride);
        for (int i = 0; i < 4 * d; i++)
            sum += tile[i] * (threadIdx.x + 1);
    };
    auto kp_store = [&](int k0, int kp_stage) __attribute__((always_inline)) {
        auto tile = (decltype(kp_tile))((char *)kp_tile + kp_stage * kp_stride);
        {
            int r = threadIdx.y;
            #pragma unroll
            for (int kp_i = 0; kp_i < 4 && r < 16; r += blockDim.y, ++kp_i) {
                float *four = tile - r / 4 * 4 * d;
                {
                    int c = threadIdx.x;
                #pragma unroll
                    for (int kp_i2 = 0; kp_i2 < 4 && c < d; c += blockDim.x, ++kp_i2)
                        four[r * d + c] = kp_r0[kp_i * 4 + kp_i2];
                    for (; c < d; c += blockDim.x)
                        four[r * d + c] = A[(k0 + r) * d + c];
                }
            }
            for (; r < 16; r += blockDim.y) {
                float *four = tile - r / 4 * 4 * d;
                for (int c = threadIdx.x; c < d; c += blockDim.x)
                    four[r * d + c] = A[(k0 + r) * d + c];
            }
        }
    };
    {
        int k0 = 0;
        if (k0 < K) {
            int kp_stage = 0;
            kp_fetch(k0);
            kp_store(k0, kp_stage);
            __syncthreads();
            for (k0 += 16; k0 < K; k0 += 16) {
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

__global__ void elements(const float *__restrict__ A, float *__restrict__ out, int K)
{
    __shared__ __align__(128) float kp_tile[2][64];
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0[8];
    auto kp_fetch = [&](int k0) __attribute__((always_inline)) {
        #pragma unroll
        for (int i = threadIdx.x, kp_i = 0; kp_i < 8; i += 8, ++kp_i) {
            if (i >= 64)
                continue;
            kp_r0[kp_i] = A[k0 + i];
        }
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        for (int i = 48; i < 64; i++)
            sum += tile[i] * (threadIdx.x + 1);
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        #pragma unroll
        for (int i = threadIdx.x, kp_i = 0; kp_i < 8; i += 8, ++kp_i) {
            if (i >= 64)
                continue;
            float *sixteen = tile + 48 - i / 16 * 16;
            sixteen[i] = kp_r0[kp_i];
        }
    };
    {
        int k0 = 0;
        if (k0 < K) {
            int kp_stage = 0;
            kp_fetch(k0);
            kp_store(kp_stage);
            __syncthreads();
            for (k0 += 64; k0 < K; k0 += 64) {
                kp_fetch(k0);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    out[threadIdx.x] = sum;
}

// kpipe 0.1.0: pipelined as kp_pipelined::alike (launches that this file does not show still come here)
__global__ void alike(const float *__restrict__ A, float *__restrict__ out, int K, int d)
{
    extern __shared__ float tile[];
    float sum = 0.0f;

    for (int k0 = 0; k0 < K; k0 += 16) {
        for (int r = threadIdx.y; r < 16; r += blockDim.y) {
            float *second = tile + d;
            for (int c = threadIdx.x; c < d; c += blockDim.x)
                second[r * d + c] = A[(k0 + r) * d + c];
        }
        __syncthreads();
        for (int i = 0; i < 16 * d; i++)
            sum += tile[d + i] * (threadIdx.x + 1);
        __syncthreads();
    }
    out[threadIdx.y * blockDim.x + threadIdx.x] = sum;
}

namespace kp_pipelined
{
static __global__ void alike(const float *__restrict__ A, float *__restrict__ out, int K, int d)
{
    extern __shared__ float tile[];
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    unsigned kp_stride; // bytes of one stage
    asm("mov.u32 %0, %%dynamic_smem_size;" : "=r"(kp_stride));
    kp_stride = kp_stride / 2 / 128 * 128;
    auto kp_tile = tile;
    auto kp_load = [&](int k0, int kp_stage) __attribute__((always_inline)) {
        auto tile = (decltype(kp_tile))((char *)kp_tile + kp_stage * kp_stride);
        for (int r = threadIdx.y; r < 16; r += blockDim.y) {
            float *second = tile + d;
            for (int c = threadIdx.x; c < d; c += blockDim.x)
                __pipeline_memcpy_async(&second[r * d + c], &A[(k0 + r) * d + c], sizeof(float));
        }
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto tile = (decltype(kp_tile))((char *)kp_tile + kp_stage * kp_stride);
        for (int i = 0; i < 16 * d; i++)
            sum += tile[d + i] * (threadIdx.x + 1);
    };
    {
        int k0 = 0;
        if (k0 < K) {
            int kp_stage = 0;
            kp_load(k0, kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            for (k0 += 16; k0 < K; k0 += 16) {
                kp_load(k0, kp_stage ^ 1);
                kp_compute(kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    out[threadIdx.y * blockDim.x + threadIdx.x] = sum;
}
} // namespace kp_pipelined

void run(const float *A, float *out, int K, int d)
{
    {
        const dim3 kp_block = dim3(32, 4);
        const size_t kp_bytes = 4 * d * sizeof(float);
        const size_t kp_staged = 2 * ((kp_bytes + 127) / 128 * 128);
        if (kp_pipelined::kp_has_room((const void *)kp_pipelined::rows, kp_staged,
            (const void *)rows, kp_bytes, kp_block, false))
            kp_pipelined::rows<<<1, kp_block, kp_staged>>>(A, out, K, d);
        else
            rows<<<1, kp_block, kp_bytes>>>(A, out, K, d);
    }
    elements<<<1, 8>>>(A, out, K);
    {
        const dim3 kp_block = dim3(32, 4);
        const size_t kp_bytes = 17 * d * sizeof(float);
        const size_t kp_staged = 2 * ((kp_bytes + 127) / 128 * 128);
        if (kp_pipelined::kp_has_room((const void *)kp_pipelined::alike, kp_staged,
            (const void *)alike, kp_bytes, kp_block, false))
            kp_pipelined::alike<<<1, kp_block, kp_staged>>>(A, out, K, d);
        else
            alike<<<1, kp_block, kp_bytes>>>(A, out, K, d);
    }
}
