// All of the header is a macro's, and it makes the same trips in each iteration.
#define EACH(i) int i = t; i < 128; i += 128

__global__ void scan(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        for (EACH(i))
            tile[i] = x[k + i];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (j + t);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
