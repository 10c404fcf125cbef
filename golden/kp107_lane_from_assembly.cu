// One of the two registers differs between threads.
__global__ void gemv(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    int part;
    float sum = 0.0f;

    asm volatile("{\n\t.reg .u32 a;\n\tmov.u32 a, %ctaid.x;\n\tadd.u32 %0, a, %laneid;\n\t}" : "=r"(part) :);
    for (int k = 0; k < n + part; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        sum += xs[127 - t];
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
