// kpipe: --layout auto
// The index stays in the row.
__global__ void __launch_bounds__(256) k(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ __align__(16) float As[32][32];
    const int tx = threadIdx.x % 32, ty = threadIdx.x / 32;
    float s = 0.0f;

    for (int k = 0; k < n; k += 32) {
        for (int i = ty; i < 32; i += 8)
            As[i][tx] = A[(blockIdx.x * 32 + i) * n + k + tx];
        __syncthreads();
        for (int i = 0; i < 32; i += 4) {
            float &x = (float &)As[tx][0];
            s += (&x)[i];
        }
        __syncthreads();
    }
    C[blockIdx.x * 256 + ty * 32 + tx] = s;
}
