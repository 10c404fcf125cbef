// All of the assembly stands in a macro, and says what it does.
#define T 8
#define LANE(r) asm("mov.u32 %0, %%laneid;" \
                    : "=r"(r))

__global__ void gemv(const int *A, const int *__restrict__ B, int *C, int *D, int n)
{
    __shared__ int As[T];
    const int t = threadIdx.x;
    int sum = 0;
    unsigned lane;
    LANE(lane);

    for (int k = 0; k < n; k += T) {
        As[t] = A[k + t];
        __syncthreads();
        for (int i = 0; i < T; i++)
            sum += As[i] * B[k + i];
        sum += lane;
        __syncthreads();
    }
    C[t] = sum;
}
