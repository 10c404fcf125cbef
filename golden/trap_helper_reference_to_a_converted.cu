// The reference is bound to a float made of `two`, not to `two`: with T = float, p[i] / by is no division of integers.
template <typename T>
__device__ void fill(float *s, const int *p, int i, const T &by)
{
    s[threadIdx.x] = p[i] / by;
}

__global__ void scaled(const int *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x, two = blockDim.x / 64;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        fill<float>(xs, x, k + t, two);
        __syncthreads();
        for (int j = 0; j < 16; ++j)
            sum += xs[(j * 33 + t) % 128];
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
