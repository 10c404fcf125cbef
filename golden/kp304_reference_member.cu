// A record's reference means the one k that the load phase moves on, not the copy of it.
struct view {
    const int &at;
};

__global__ void gemv(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;
    int k = 0;
    const view v{k};

    for (; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += v.at * xs[j];
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
