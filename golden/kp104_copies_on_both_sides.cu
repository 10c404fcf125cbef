// Only the inner loop's barrier keeps the copies in front of it from those behind it.
__global__ void mixed(const float *__restrict__ x, float *y, int n)
{
    __shared__ float xs[129], turned[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        for (int j = 0; j < 4; ++j) {
            turned[t] = sum;
            __syncthreads();
            sum += turned[127 - t];
            __syncthreads();
        }
        xs[t + 1] = x[k + t + 1];
        __syncthreads();
        sum += xs[127 - t];
        __syncthreads();
    }
    y[t] = sum;
}
