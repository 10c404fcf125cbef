// kpipe: --stages 2 --variant cp-async
// Attention with rows of any length in one buffer: the parts are apart where a test says so, and
// each thread copies its own rows.
#include <cuda_runtime.h>
#include <cuda_pipeline_primitives.h>
// kpipe 0.1.0: pipelined as kp_pipelined::forward_kernel (launches that this file does not show still come here)
__global__ void forward_kernel(const float* Q, const float* K, const float* V, const int N, const int d,
                    const int Tc, const int Tr, const int Bc, const int Br, const float softmax_scale,
                    float* l, float *m, float* O) {
    int tx = threadIdx.x;
    int bx = blockIdx.x; int by = blockIdx.y;
    int qkv_offset = (bx * gridDim.y * N * d) + (by * N * d);
    int lm_offset = (bx * gridDim.y * N) + (by * N);
    extern __shared__ float sram[];
    int tile_size = Bc * d;
    float* Qi = sram;
    float* Kj = &sram[tile_size];
    float* Vj = &sram[tile_size * 2];
    float* S = &sram[tile_size * 3];

    for (int j = 0; j < Tc; j++) {
        for (int x = 0; x < d; x++) {
            Kj[(tx * d) + x] = K[qkv_offset + (tile_size * j) + (tx * d) + x];
            Vj[(tx * d) + x] = V[qkv_offset + (tile_size * j) + (tx * d) + x];
        }
        __syncthreads();
        for (int i = 0; i < Tr; i++)  {
            for (int x = 0; x < d; x++) {
                Qi[(tx * d) + x] = Q[qkv_offset + (tile_size * i) + (tx * d) + x];
            }
            float row_m_prev = m[lm_offset + (Br * i) + tx];
            float row_l_prev = l[lm_offset + (Br * i) + tx];
            float row_m = -1e20f;
            for (int y = 0; y < Bc; y++) {
                float sum = 0;
                for (int x = 0; x < d; x++) {
                    sum += Qi[(tx * d) + x] * Kj[(y * d) + x];
                }
                sum *= softmax_scale;
                S[(Bc * tx) + y] = sum;
                if (sum > row_m)
                    row_m = sum;
            }
            float row_l = 0;
            for (int y = 0; y < Bc; y++) {
                S[(Bc * tx) + y] = __expf(S[(Bc * tx) + y] - row_m);
                row_l += S[(Bc * tx) + y];
            }
            float row_m_new = max(row_m_prev, row_m);
            float row_l_new = (__expf(row_m_prev - row_m_new) * row_l_prev) + (__expf(row_m - row_m_new) * row_l);
            for (int x = 0; x < d; x++) {
                float pv = 0;
                for (int y = 0; y < Bc; y++) {
                    pv += S[(Bc * tx) + y] * Vj[(y * d) + x];
                }
                O[qkv_offset + (tile_size * i) + (tx * d) + x] = (1 / row_l_new) * ((row_l_prev * __expf(row_m_prev - row_m_new) * O[qkv_offset + (tile_size * i) + (tx * d) + x]) + (__expf(row_m - row_m_new) * pv));
            }
            m[lm_offset + (Br * i) + tx] = row_m_new;
            l[lm_offset + (Br * i) + tx] = row_l_new;
        }
        __syncthreads();
    }
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

static __global__ __launch_bounds__(32) void forward_kernel(const float* Q, const float* K, const float* V, const int N, const int d,
                    const int Tc, const int Tr, const int Bc, const int Br, const float softmax_scale,
                    float* l, float *m, float* O) {
    int tx = threadIdx.x;
    int bx = blockIdx.x; int by = blockIdx.y;
    int qkv_offset = (bx * gridDim.y * N * d) + (by * N * d);
    int lm_offset = (bx * gridDim.y * N) + (by * N);
    extern __shared__ float sram[];
    int tile_size = Bc * d;
    float* Qi = sram;
    float* Kj = &sram[tile_size];
    float* Vj = &sram[tile_size * 2];
    float* S = &sram[tile_size * 3];

    // kpipe: sram in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = d % 4 == 0 && reinterpret_cast<size_t>(sram) % 16 == 0 &&
        tile_size % 4 == 0 && qkv_offset % 4 == 0 && reinterpret_cast<size_t>(K) % 16 == 0 &&
        tile_size % 2 == 0 && reinterpret_cast<size_t>(V) % 16 == 0;
    // kpipe: pipelined where these hold, else the loop as written
    auto kp_clear = [](const volatile void *kp_a, long long kp_a_from, long long kp_a_to,
                    const volatile void *kp_b, long long kp_b_from, long long kp_b_to) {
        return reinterpret_cast<long long>(kp_a) + kp_a_to <= reinterpret_cast<long long>(kp_b) + kp_b_from ||
                reinterpret_cast<long long>(kp_b) + kp_b_to <= reinterpret_cast<long long>(kp_a) + kp_a_from;
    };
    const bool kp_apart =
        kp_wide &&
        size_t(Tc) <= 262144 &&
        size_t(tile_size) <= 262144 &&
        size_t(d) <= 262144 &&
        size_t(Tr) <= 262144 &&
        size_t(Br) <= 262144 &&
        size_t(Bc) <= 262144 &&
        1LL * blockDim.x <= 1LL * Bc &&
        kp_clear(K, 4LL * qkv_offset, 4LL * qkv_offset + 4LL * Tc * tile_size + 4LL * d * blockDim.x + 12LL * d - (4LL * tile_size),
                O, 4LL * qkv_offset, 4LL * qkv_offset + 4LL * Tr * tile_size + 4LL * d * blockDim.x - (4LL * tile_size)) &&
        kp_clear(K, 4LL * qkv_offset, 4LL * qkv_offset + 4LL * Tc * tile_size + 4LL * d * blockDim.x + 12LL * d - (4LL * tile_size),
                m, 4LL * lm_offset, 4LL * lm_offset + 4LL * Tr * Br + 4LL * blockDim.x - (4LL * Br)) &&
        kp_clear(K, 4LL * qkv_offset, 4LL * qkv_offset + 4LL * Tc * tile_size + 4LL * d * blockDim.x + 12LL * d - (4LL * tile_size),
                l, 4LL * lm_offset, 4LL * lm_offset + 4LL * Tr * Br + 4LL * blockDim.x - (4LL * Br)) &&
        kp_clear(V, 4LL * qkv_offset, 4LL * qkv_offset + 4LL * Tc * tile_size + 4LL * d * blockDim.x + 12LL * d - (4LL * tile_size),
                O, 4LL * qkv_offset, 4LL * qkv_offset + 4LL * Tr * tile_size + 4LL * d * blockDim.x - (4LL * tile_size)) &&
        kp_clear(V, 4LL * qkv_offset, 4LL * qkv_offset + 4LL * Tc * tile_size + 4LL * d * blockDim.x + 12LL * d - (4LL * tile_size),
                m, 4LL * lm_offset, 4LL * lm_offset + 4LL * Tr * Br + 4LL * blockDim.x - (4LL * Br)) &&
        kp_clear(V, 4LL * qkv_offset, 4LL * qkv_offset + 4LL * Tc * tile_size + 4LL * d * blockDim.x + 12LL * d - (4LL * tile_size),
                l, 4LL * lm_offset, 4LL * lm_offset + 4LL * Tr * Br + 4LL * blockDim.x - (4LL * Br));
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_apart) {
        unsigned kp_stride; // bytes of one stage
        asm("mov.u32 %0, %%dynamic_smem_size;" : "=r"(kp_stride));
        kp_stride = kp_stride / 2 / 128 * 128;
        auto kp_Kj = Kj;
        auto kp_Vj = Vj;
        auto kp_load = [&](int j, int kp_stage) __attribute__((always_inline)) {
            auto Kj = (decltype(kp_Kj))((char *)kp_Kj + kp_stage * kp_stride);
            auto Vj = (decltype(kp_Vj))((char *)kp_Vj + kp_stage * kp_stride);
            {
                for (int kp_v = 0; kp_v < d / 4; ++kp_v) {
                    const int x = kp_v * 4;
                    __pipeline_memcpy_async(&Kj[(tx * d) + x],
                                            &K[qkv_offset + (tile_size * j) + (tx * d) + x],
                                            sizeof(float4));
                    __pipeline_memcpy_async(&Vj[(tx * d) + x],
                                            &V[qkv_offset + (tile_size * j) + (tx * d) + x],
                                            sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto Kj = (decltype(kp_Kj))((char *)kp_Kj + kp_stage * kp_stride);
            auto Vj = (decltype(kp_Vj))((char *)kp_Vj + kp_stage * kp_stride);
            for (int i = 0; i < Tr; i++)  {
                for (int x = 0; x < d; x++) {
                    Qi[(tx * d) + x] = Q[qkv_offset + (tile_size * i) + (tx * d) + x];
                }
                float row_m_prev = m[lm_offset + (Br * i) + tx];
                float row_l_prev = l[lm_offset + (Br * i) + tx];
                float row_m = -1e20f;
                for (int y = 0; y < Bc; y++) {
                    float sum = 0;
                    for (int x = 0; x < d; x++) {
                        sum += Qi[(tx * d) + x] * Kj[(y * d) + x];
                    }
                    sum *= softmax_scale;
                    S[(Bc * tx) + y] = sum;
                    if (sum > row_m)
                        row_m = sum;
                }
                float row_l = 0;
                for (int y = 0; y < Bc; y++) {
                    S[(Bc * tx) + y] = __expf(S[(Bc * tx) + y] - row_m);
                    row_l += S[(Bc * tx) + y];
                }
                float row_m_new = max(row_m_prev, row_m);
                float row_l_new = (__expf(row_m_prev - row_m_new) * row_l_prev) + (__expf(row_m - row_m_new) * row_l);
                for (int x = 0; x < d; x++) {
                    float pv = 0;
                    for (int y = 0; y < Bc; y++) {
                        pv += S[(Bc * tx) + y] * Vj[(y * d) + x];
                    }
                    O[qkv_offset + (tile_size * i) + (tx * d) + x] = (1 / row_l_new) * ((row_l_prev * __expf(row_m_prev - row_m_new) * O[qkv_offset + (tile_size * i) + (tx * d) + x]) + (__expf(row_m - row_m_new) * pv));
                }
                m[lm_offset + (Br * i) + tx] = row_m_new;
                l[lm_offset + (Br * i) + tx] = row_l_new;
            }
        };
        {
            int j = 0;
            if (j < Tc) {
                int kp_stage = 0;
                kp_load(j, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (j++; j < Tc; j++) {
                    kp_load(j, kp_stage ^ 1);
                    kp_compute(kp_stage);
                    __pipeline_wait_prior(0);
                    __syncthreads();
                    kp_stage ^= 1;
                }
                kp_compute(kp_stage);
            }
        }
    } else { // kpipe: as written
        for (int j = 0; j < Tc; j++) {
            for (int x = 0; x < d; x++) {
                Kj[(tx * d) + x] = K[qkv_offset + (tile_size * j) + (tx * d) + x];
                Vj[(tx * d) + x] = V[qkv_offset + (tile_size * j) + (tx * d) + x];
            }
            __syncthreads();
            for (int i = 0; i < Tr; i++)  {
                for (int x = 0; x < d; x++) {
                    Qi[(tx * d) + x] = Q[qkv_offset + (tile_size * i) + (tx * d) + x];
                }
                float row_m_prev = m[lm_offset + (Br * i) + tx];
                float row_l_prev = l[lm_offset + (Br * i) + tx];
                float row_m = -1e20f;
                for (int y = 0; y < Bc; y++) {
                    float sum = 0;
                    for (int x = 0; x < d; x++) {
                        sum += Qi[(tx * d) + x] * Kj[(y * d) + x];
                    }
                    sum *= softmax_scale;
                    S[(Bc * tx) + y] = sum;
                    if (sum > row_m)
                        row_m = sum;
                }
                float row_l = 0;
                for (int y = 0; y < Bc; y++) {
                    S[(Bc * tx) + y] = __expf(S[(Bc * tx) + y] - row_m);
                    row_l += S[(Bc * tx) + y];
                }
                float row_m_new = max(row_m_prev, row_m);
                float row_l_new = (__expf(row_m_prev - row_m_new) * row_l_prev) + (__expf(row_m - row_m_new) * row_l);
                for (int x = 0; x < d; x++) {
                    float pv = 0;
                    for (int y = 0; y < Bc; y++) {
                        pv += S[(Bc * tx) + y] * Vj[(y * d) + x];
                    }
                    O[qkv_offset + (tile_size * i) + (tx * d) + x] = (1 / row_l_new) * ((row_l_prev * __expf(row_m_prev - row_m_new) * O[qkv_offset + (tile_size * i) + (tx * d) + x]) + (__expf(row_m - row_m_new) * pv));
                }
                m[lm_offset + (Br * i) + tx] = row_m_new;
                l[lm_offset + (Br * i) + tx] = row_l_new;
            }
            __syncthreads();
        }
    }
}
} // namespace kp_pipelined
void run(const float *Q, const float *K, const float *V, float *O, float *l, float *m) {
    const int Bc = 32, Br = 32, N = 1024, d = 64, B = 1, nh = 8;
    const int Tc = N / Bc, Tr = N / Br;
    const int sram_size = (3 * Bc * d * sizeof(float)) + (Bc * Br * sizeof(float));
    dim3 grid_dim(B, nh);
    dim3 block_dim(Bc);
    {
        const dim3 kp_block = block_dim;
        const size_t kp_bytes = sram_size;
        const size_t kp_staged = 2 * ((kp_bytes + 127) / 128 * 128);
        if (kp_pipelined::kp_has_room((const void *)kp_pipelined::forward_kernel, kp_staged,
            (const void *)forward_kernel, kp_bytes, kp_block, false))
            kp_pipelined::forward_kernel<<<grid_dim, kp_block, kp_staged>>>(Q, K, V, N, d, Tc, Tr, Bc, Br, 0.125f, l, m, O);
        else
            forward_kernel<<<grid_dim, kp_block, kp_bytes>>>(Q, K, V, N, d, Tc, Tr, Bc, Br, 0.125f, l, m, O);
    }
}
