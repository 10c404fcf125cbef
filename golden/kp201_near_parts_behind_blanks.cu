// A load without an order is one, blanks in its opcode or not.
__global__ void gemv(const float *__restrict__ A, const float *__restrict__ x,
                     const int *__restrict__ at, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    const int row = blockIdx.x * 128 + t;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        float v;
        asm volatile("ld.global .nc\t.f32 %0, [%1];" : "=f"(v) : "l"(x + k + t));
        xs[t] = v;
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += A[(k + j) * n + row] * xs[j];
        __syncthreads();
    }
    y[row] = sum;
}
