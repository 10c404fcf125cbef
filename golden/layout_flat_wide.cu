// kpipe: --layout auto
// Longer rows and copies of 16 bytes: the loop as written has longer rows, too.
__global__ void __launch_bounds__(32) sum_rows(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float As[32 * 32];
    const int tx = threadIdx.x;
    float s = 0.0f;

    for (int k = 0; k < n; k += 32) {
        for (int i = 0; i < 32; i++)
            As[i * 32 + tx] = A[(blockIdx.x * 32 + i) * n + k + tx];
        __syncthreads();
        for (int i = 0; i < 32; i++)
            s += As[tx * 32 + i];
        __syncthreads();
    }
    C[blockIdx.x * 32 + tx] = s;
}
