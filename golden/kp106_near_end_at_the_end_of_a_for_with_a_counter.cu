// What the counter is behind the loop has not had the last step.

__global__ void __launch_bounds__(256) sums(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[256];
    const int t = threadIdx.x;
    float sum = 0.0f;
    int k = 0, m = 0;

    if (n > 0)
    for (k = 0; true; k += 256, m++) {
        xs[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 256; ++j)
            sum += xs[(j + t) % 256] * j;
        __syncthreads();
        if (!(k + 256 < n)) { break; }
    }
    y[blockIdx.x * 256 + t] = sum + k + m;
}
