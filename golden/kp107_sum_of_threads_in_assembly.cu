// What the assembly adds to differs between threads.
__global__ void gemv(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    int part = t & 1;
    float sum = 0.0f;

    asm("add.s32 %0, %0, %1;" : "+r"(part) : "r"(n));
    for (int k = 0; k < part; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        sum += xs[127 - t];
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
