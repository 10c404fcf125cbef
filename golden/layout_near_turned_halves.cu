// kpipe: --layout auto
// A vector of two that begins at odd columns may lie in two chunks.
__global__ void __launch_bounds__(256)
    k(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ __align__(16) float As[32][64 + 4];
    const int row = threadIdx.x / 8, four = threadIdx.x % 8 * 4, column = threadIdx.x % 16 * 4;
    float s = 0.0f;

    for (int k = 0; k < n; k += 32) {
        for (int i = 0; i < 64; i += 32) {
            const float4 v = *(const float4 *)&A[(size_t)(blockIdx.x * 64 + row + i) * n + k + four];
            As[four + 0][row + i] = 2 * v.x;
            As[four + 1][row + i] = 2 * v.y;
            As[four + 2][row + i] = 2 * v.z;
            As[four + 3][row + i] = 2 * v.w;
        }
        __syncthreads();
        for (int i = 0; i < 32; i++) {
            const float4 v = *(const float4 *)&As[i][column];
            s += As[i][column + 3] * As[i][column + (threadIdx.x & 1)];
            s += (v.x + v.y) * (threadIdx.x + 1) + v.z - v.w;
        }
        __syncthreads();
    }
    C[blockIdx.x * 256 + threadIdx.x] = s;
}
