// Spliced lines inside a statement that stays in the compute phase move with it as they are.
__global__ void dots(const int *__restrict__ A, const int *__restrict__ x, int *__restrict__ y,
                     int n)
{
    __shared__ int xs[128];
    const int t = threadIdx.x;
    const int row = blockIdx.x * 128 + t;
    int sum = 0;

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j) {
            asm("{\n\
                 dp4a.s32.s32 %0, %1, %2, %3;\n\
                 }\n" \
                : "=r"(sum) \
                : "r"(A[(k + j) * n + row]), "r"(xs[j]), "r"(sum));
        }
        __syncthreads();
    }
    y[row] = sum;
}
