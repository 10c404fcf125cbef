// The variable is declared in the condition, which makes it anew for each trip. As a variable of the init it would be 128 for ever.
#define WHILE_STEP(test, step) for (; test; step)

__global__ void __launch_bounds__(64) scan(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float raw[256];
    float *scratch = raw, *tile = raw + 128;
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 64) {
        tile[t] = x[k + t];
        __syncthreads();
        sum += tile[63 - t];
        __syncthreads();
        int i = 0;
        WHILE_STEP(int left = 192 - i, i += 64)
            scratch[192 - left + t] = sum + i;
        __syncthreads();
        sum += scratch[63 - t] + scratch[127 - t] + tile[t];
        __syncthreads();
    }
    y[blockIdx.x * 64 + t] = sum;
}
