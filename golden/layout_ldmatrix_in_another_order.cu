// kpipe: --layout auto
// The modifiers of ldmatrix are in another order.
#include <cuda_fp16.h>

__global__ void __launch_bounds__(128) k(const half *__restrict__ A, unsigned *__restrict__ C, int n)
{
    __shared__ __align__(16) half As[64][64];
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    unsigned s = 0;

    for (int k = 0; k < n; k += 64) {
        for (int i = threadIdx.x; i < 64 * 8; i += 128)
            *(int4 *)&As[i / 8][i % 8 * 8] = *(const int4 *)&A[(size_t)(blockIdx.x * 64 + i / 8) * n + k + i % 8 * 8];
        __syncthreads();
        for (int kk = 0; kk < 64; kk += 16) {
            unsigned a[4];
            unsigned at = (unsigned)__cvta_generic_to_shared(&As[warp * 16 + lane % 16][kk + lane / 16 * 8]);
            asm volatile("ldmatrix.sync.aligned.x4.m8n8.shared.b16 {%0, %1, %2, %3}, [%4];"
                         : "=r"(a[0]), "=r"(a[1]), "=r"(a[2]), "=r"(a[3])
                         : "r"(at));
            s += a[0] ^ a[1] ^ a[2] ^ a[3];
        }
        __syncthreads();
    }
    C[blockIdx.x * 128 + threadIdx.x] = s;
}
