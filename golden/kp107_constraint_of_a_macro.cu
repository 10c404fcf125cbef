// An output whose constraint a macro makes: bound is another one in each thread.
#define T 8
#define OUT "=r"

__global__ void gemv(const int *A, const int *__restrict__ B, int *C, int *D, int n)
{
    __shared__ int As[T];
    const int t = threadIdx.x;
    int sum = 0;
    int bound = n;
    asm("mov.u32 %0, %%tid.x;" : OUT(bound));

    for (int k = 0; k < bound; k += T) {
        As[t] = A[k + t];
        __syncthreads();
        for (int i = 0; i < T; i++)
            sum += As[i] * B[k + i];
        __syncthreads();
    }
    C[t] = sum;
}
