// The register that the macros name differs between threads.
#define THREAD "%%tid.x"
#define GET(to) asm("mov.u32 %0, " THREAD ";" : "=r"(to))
__global__ void gemv(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    int at;
    float sum = 0.0f;

    GET(at);
    for (int k = 0; k < n + at; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        sum += xs[127 - t];
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
