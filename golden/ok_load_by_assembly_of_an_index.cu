// A variable of the function that assembly loads, and that the fetch needs for the next load.

__global__ void __launch_bounds__(256) sums(const int *__restrict__ at, const float *__restrict__ x,
                                            float *__restrict__ y, int n)
{
    __shared__ float xs[256];
    const int t = threadIdx.x;
    float sum = 0.0f;
    int i;

    for (int k = 0; k < n; k += 256) {
        asm volatile("ld.global.s32 %0, [%1];" : "=r"(i) : "l"(&at[k + t]));
        xs[t] = x[i] * i;
        __syncthreads();
        for (int j = 0; j < 256; ++j)
            sum += xs[(j + t) % 256] * j;
        __syncthreads();
    }
    y[blockIdx.x * 256 + t] = sum;
}
