// The loop ends by what it reads of global memory, where nothing stores what the assembly reads: that goes into the tile.
__global__ void sums(const int *__restrict__ rows, const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        float v = 0.0f;
        if (rows[k + t] >= 0)
            asm volatile("ld.global.f32 %0, [%1];" : "=f"(v) : "l"(x + rows[k + t]));
        xs[t] = v;
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += xs[j] * (j + t);
        __syncthreads();
    }
    for (int i = 0; i < 8; ++i) {
        if (rows[i] < 0)
            break;
        float v;
        asm volatile("ld.global.f32 %0, [%1];" : "=f"(v) : "l"(x + rows[i]));
        xs[t] = v;
        sum += v;
    }
    y[blockIdx.x * 128 + t] = sum;
}
