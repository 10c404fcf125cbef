// kpipe: --arch sm_90
// All of the array as its first row, whose number has a name.
__global__ void __launch_bounds__(256)
    k(const float *__restrict__ A, float *__restrict__ out, int n)
{
    __shared__ float s[64][33];
    const int t = threadIdx.x;
    float sum = 0.0f;
    int first = 0;

    for (int k = 0; k < n; k += 32) {
        for (int i = t; i < 64 * 32; i += 256)
            s[i / 32][i % 32] = A[(blockIdx.x * 64 + i / 32) * n + k + i % 32];
        __syncthreads();
        for (int j = 0; j < 32; ++j)
            sum += s[first][t % 64 * 33 + j];
        __syncthreads();
    }
    out[blockIdx.x * 256 + t] = sum;
}
