// In a larger block xs[i][t] would be in the next row: --layout auto says so.
#define T 32
__global__ void sums(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[32][32];
    const int t = threadIdx.x;
    float sum = 0;

    for (int k = 0; k < n; k += 32) {
        for (int i = 0; i < 32; ++i)
            xs[i][t] = x[(k + i) * T + t];
        __syncthreads();
        for (int i = 0; i < 32; ++i)
            sum += xs[t][i] * t;
        __syncthreads();
    }
    y[blockIdx.x * T + t] = sum;
}
