// kpipe: --layout auto
// A loop goes as far as the array does.
__global__ void __launch_bounds__(256) sum_rows(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float As[32 * 32];
    const int tx = threadIdx.x % 32, ty = threadIdx.x / 32;
    float s = 0.0f;

    for (int k = 0; k < n; k += 32) {
        for (int i = ty; i < 32; i += 8)
            As[i * 32 + tx] = A[(blockIdx.x * 32 + i) * n + k + tx];
        __syncthreads();
        for (int i = 0; i < 32; i++)
            s += As[tx * 32 + i] * (ty + 1);
        __syncthreads();
    }
    if (s > sizeof(As) / sizeof(float))
        s = 0.0f;
    C[blockIdx.x * 256 + ty * 32 + tx] = s;
}
