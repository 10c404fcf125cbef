// The body reads what differs between threads, by assembly.
struct cell {
    int v;
    __device__ cell(int f)
    {
        v = f;
        asm("mov.u32 %0, %ctaid.x;" : "=r"(v));
    }
};
__global__ void gemv(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        cell c(3);
        sum += xs[127 - t] * c.v;
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
