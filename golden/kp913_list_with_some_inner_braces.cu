// kpipe: --layout auto
// Only one row of sums has its braces.
__global__ void __launch_bounds__(256) k(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float As[32][32];
    const int tx = threadIdx.x % 32, ty = threadIdx.x / 32;
    float sum[2][2] = {{0.0f}, 1.0f};

    for (int k = 0; k < n; k += 32) {
        for (int i = ty; i < 32; i += 8)
            As[i][tx] = A[(blockIdx.x * 32 + i) * n + k + tx];
        __syncthreads();
        for (int i = 0; i < 32; i++)
            sum[i & 1][ty & 1] += As[tx][i] * (ty + 1);
        __syncthreads();
    }
    C[blockIdx.x * 256 + ty * 32 + tx] = sum[0][0] + sum[0][1] + sum[1][0] + sum[1][1];
}
