// The elements of a fragment are in the fragment, whatever its sizes are.
#include <mma.h>
#include <cuda_pipeline_primitives.h>

using namespace nvcuda;

template <int M, int N, int K>
__global__ void product(const float *A, float *__restrict__ C, int n)
{
    __shared__ __align__(16) float kp_As[2][16][8 + 4];
    wmma::fragment<wmma::accumulator, M, N, K, float> c;
    wmma::fill_fragment(c, 0.0f);
    int tx = threadIdx.x;

    // kpipe: As in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 32 && n % 4 == 0 &&
        reinterpret_cast<size_t>(A) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int k0, int kp_stage) __attribute__((always_inline)) {
            auto &As = kp_As[kp_stage];
            {
                const int i = tx * 4;
                __pipeline_memcpy_async(&As[i / 8][i % 8], &A[(i / 8) * n + k0 + i % 8],
                                        sizeof(float4));
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &As = kp_As[kp_stage];
            wmma::fragment<wmma::matrix_a, M, N, K, wmma::precision::tf32, wmma::row_major> a;
            wmma::load_matrix_sync(a, &As[0][0], 12);
            for (int t = 0; t < a.num_elements; t++)
                a.x[t] = wmma::__float_to_tf32(a.x[t]);
            wmma::mma_sync(c, a, a, c);
        };
        {
            int k0 = 0;
            if (k0 < n) {
                int kp_stage = 0;
                kp_load(k0, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (k0 += 8; k0 < n; k0 += 8) {
                    kp_load(k0, kp_stage ^ 1);
                    kp_compute(kp_stage);
                    __pipeline_wait_prior(0);
                    __syncthreads();
                    kp_stage ^= 1;
                }
                kp_compute(kp_stage);
                __syncthreads();
            }
        }
    } else {
        auto &As = kp_As[0];
        for (int k0 = 0; k0 < n; k0 += 8) {
            for (int i = tx; i < 128; i += 32)
                As[i / 8][i % 8] = A[(i / 8) * n + k0 + i % 8];
            __syncthreads();
            wmma::fragment<wmma::matrix_a, M, N, K, wmma::precision::tf32, wmma::row_major> a;
            wmma::load_matrix_sync(a, &As[0][0], 12);
            for (int t = 0; t < a.num_elements; t++)
                a.x[t] = wmma::__float_to_tf32(a.x[t]);
            wmma::mma_sync(c, a, a, c);
            __syncthreads();
        }
    }
    wmma::store_matrix_sync(C, c, 16, wmma::mem_row_major);
}
