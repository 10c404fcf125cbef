// Two statements of one macro: one adds, the other waits for some of the threads.
#define NUMBER "1"
#define DO(what, n) asm volatile(what NUMBER n)
__device__ void step(int &sum, int v)
{
    DO("add.s32 %0, %1, ", ";" : "=r"(sum) : "r"(v));
    if (v > 3)
        DO("bar.sync ", ", 64;");
}
__global__ void gemv(const int *__restrict__ x, int *__restrict__ y, int n)
{
    __shared__ int xs[128];
    const int t = threadIdx.x;
    int sum = 0;

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        step(sum, xs[127 - t]);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
