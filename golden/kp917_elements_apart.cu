// kpipe: --layout auto
// The lanes of a warp read every eighth element of one row: no length of the rows parts them, nor does a permutation by row.
#define T 256
__global__ __launch_bounds__(T) void sums(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[4][T];
    const int t = threadIdx.x;
    float sum = 0;

    for (int k = 0; k < n; k += 4) {
        for (int i = 0; i < 4; ++i)
            xs[i][t] = x[(k + i) * T + t];
        __syncthreads();
        for (int i = 0; i < 4; ++i)
            sum += xs[i][t * 8 % T + t / 32] * t;
        __syncthreads();
    }
    y[blockIdx.x * T + t] = sum;
}
