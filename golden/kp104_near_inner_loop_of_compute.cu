// The inner loop's barriers belong to what is computed, and all threads pass them.
__global__ void mixed(const float *__restrict__ x, float *y, int n)
{
    __shared__ float xs[128], turned[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 4; ++j) {
            turned[t] = sum * xs[t ^ j];
            __syncthreads();
            sum += turned[127 - t];
            __syncthreads();
        }
        __syncthreads();
    }
    y[t] = sum;
}
