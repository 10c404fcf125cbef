// The load asks memory each time, as a volatile one does: it waits for another block.
__global__ void gemv(const float *__restrict__ A, const float *__restrict__ x,
                     const int *__restrict__ at, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    const int row = blockIdx.x * 128 + t;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        int turn;
        do {
            asm volatile("ld.global.cv.u32 %0, [%1];" : "=r"(turn) : "l"(at + k));
        } while (turn < 0);
        xs[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += A[(k + j) * n + row] * xs[j];
        __syncthreads();
    }
    y[row] = sum;
}
