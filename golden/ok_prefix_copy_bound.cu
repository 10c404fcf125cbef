// The copy loop's bound shrinks in the last iteration: it is a guard, too.
__global__ void ragged(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float tile[256];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 256) {
        for (int i = t; i < min(256, n - k); i += 128)
            tile[i] = x[k + i];
        __syncthreads();
        for (int j = 0; j < 256; ++j)
            sum += tile[j] * (j ^ t);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
