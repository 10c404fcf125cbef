// struct pair has an alignment of 4: one 8-byte asynchronous copy would be too wide.
struct pair {
    float value, weight;
};

__global__ void weighted_sum(const pair *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ pair xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += xs[j].value * xs[j].weight * (j ^ t);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
