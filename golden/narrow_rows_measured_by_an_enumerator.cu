// The same, of an enumerator.
__global__ void __launch_bounds__(64) sums(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[4][17];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 64) {
        xs[t / 16][t % 16] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 64; ++j) {
            enum { ROW = sizeof(xs[0]) };
            sum += xs[j / 16][j % 16] * (ROW + j);
        }
        __syncthreads();
    }
    y[blockIdx.x * 64 + t] = sum;
}
