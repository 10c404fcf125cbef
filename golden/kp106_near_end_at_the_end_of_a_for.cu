// The condition stands at the end of a for loop, in front of its step.

__global__ void __launch_bounds__(256) sums(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[256];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0;; k += 256) {
        xs[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 256; ++j)
            sum += xs[(j + t) % 256] * j;
        __syncthreads();
        if (k + 256 >= n)
            break;
    }
    y[blockIdx.x * 256 + t] = sum;
}
