// kpipe: --layout auto
// A vector of two doubles is one chunk, and stays in one piece.
__global__ void __launch_bounds__(256)
    k(const double *__restrict__ A, double *__restrict__ C, int n)
{
    __shared__ __align__(16) double As[32][32 + 2];
    const int row = threadIdx.x / 16, two = threadIdx.x % 16 * 2;
    double s = 0.0;

    for (int k = 0; k < n; k += 32) {
        for (int i = 0; i < 32; i += 16) {
            const double2 v = *(const double2 *)&A[(size_t)(blockIdx.x * 32 + row + i) * n + k + two];
            As[two + 0][row + i] = 2 * v.x;
            As[two + 1][row + i] = 2 * v.y;
        }
        __syncthreads();
        for (int i = 0; i < 16; i++) {
            const double2 v = *(const double2 *)&As[i][threadIdx.x % 16 * 2];
            s += v.x * (threadIdx.x + 1) + v.y;
        }
        __syncthreads();
    }
    C[blockIdx.x * 256 + threadIdx.x] = s;
}
