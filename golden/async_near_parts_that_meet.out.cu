// The last row of K is the first one of V: which copy of an element lands last matters.
// kpipe 0.1.0: pipelined as kp_pipelined::attend (launches that this file does not show still come here)
__global__ void __launch_bounds__(128) attend(const float *__restrict__ q, const float *__restrict__ k, const float *__restrict__ v,
                                              float *out, int n)
{
    extern __shared__ __align__(16) unsigned char smem[];
    float *ks = reinterpret_cast<float *>(smem);
    float *vs = ks + 31 * 32;
    float sum = 0.f;

    for (int k0 = 0; k0 < n; k0 += 32) {
        for (int i = threadIdx.x; i < 32 * 32; i += 128) {
            if (k0 + i / 32 < n)
                ks[i] = k[k0 * 32 + i];
            else
                ks[i] = 0.f;
        }
        for (int i = threadIdx.x; i < 32 * 32; i += 128) {
            if (k0 + i / 32 < n)
                vs[i] = v[k0 * 32 + i];
            else
                vs[i] = 0.f;
        }
        __syncthreads();
        for (int j = 0; j < 32; j++)
            for (int d = 0; d < 32; d++)
                sum += q[d] * ks[j * 32 + d] * vs[j * 32 + threadIdx.x % 32];
        __syncthreads();
    }
    out[blockIdx.x * 128 + threadIdx.x] = sum;
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

static __global__ void __launch_bounds__(128) attend(const float *__restrict__ q, const float *__restrict__ k, const float *__restrict__ v,
                                              float *out, int n)
{
    extern __shared__ __align__(16) unsigned char smem[];
    float *ks = reinterpret_cast<float *>(smem);
    float *vs = ks + 31 * 32;
    float sum = 0.f;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    constexpr unsigned kp_stride = 8064; // bytes of one stage, of 2 in all
    auto kp_ks = ks;
    auto kp_vs = vs;
    float kp_r0[8], kp_r1[8];
    auto kp_fetch = [&](int k0) __attribute__((always_inline)) {
        #pragma unroll
        for (int i = threadIdx.x, kp_i = 0; kp_i < 8; i += 128, ++kp_i) {
            if (i >= 32 * 32)
                continue;
            if (k0 + i / 32 < n)
                kp_r0[kp_i] = k[k0 * 32 + i];
            else
                kp_r0[kp_i] = 0.f;
        }
        #pragma unroll
        for (int i = threadIdx.x, kp_i = 0; kp_i < 8; i += 128, ++kp_i) {
            if (i >= 32 * 32)
                continue;
            if (k0 + i / 32 < n)
                kp_r1[kp_i] = v[k0 * 32 + i];
            else
                kp_r1[kp_i] = 0.f;
        }
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto ks = (decltype(kp_ks))((char *)kp_ks + kp_stage * kp_stride);
        auto vs = (decltype(kp_vs))((char *)kp_vs + kp_stage * kp_stride);
        for (int j = 0; j < 32; j++)
            for (int d = 0; d < 32; d++)
                sum += q[d] * ks[j * 32 + d] * vs[j * 32 + threadIdx.x % 32];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto ks = (decltype(kp_ks))((char *)kp_ks + kp_stage * kp_stride);
        auto vs = (decltype(kp_vs))((char *)kp_vs + kp_stage * kp_stride);
        #pragma unroll
        for (int i = threadIdx.x, kp_i = 0; kp_i < 8; i += 128, ++kp_i) {
            if (i >= 32 * 32)
                continue;
            ks[i] = kp_r0[kp_i];
        }
        #pragma unroll
        for (int i = threadIdx.x, kp_i = 0; kp_i < 8; i += 128, ++kp_i) {
            if (i >= 32 * 32)
                continue;
            vs[i] = kp_r1[kp_i];
        }
    };
    {
        int k0 = 0;
        if (k0 < n) {
            int kp_stage = 0;
            kp_fetch(k0);
            kp_store(kp_stage);
            __syncthreads();
            for (k0 += 32; k0 < n; k0 += 32) {
                kp_fetch(k0);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
            __syncthreads();
        }
    }
    out[blockIdx.x * 128 + threadIdx.x] = sum;
}
} // namespace kp_pipelined

void run(const float *q, const float *k, const float *v, float *out, int n)
{
    {
        const dim3 kp_block = 128;
        const size_t kp_bytes = 2 * 32 * 32 * sizeof(float);
        const size_t kp_staged = kp_bytes > 16128 ? kp_bytes : 16128;
        if (kp_pipelined::kp_has_room((const void *)kp_pipelined::attend, kp_staged,
            (const void *)attend, kp_bytes, kp_block, false))
            kp_pipelined::attend<<<64, kp_block, kp_staged>>>(q, k, v, out, n);
        else
            attend<<<64, kp_block, kp_bytes>>>(q, k, v, out, n);
    }
}
