// What the assembly does is said by a macro: it stores to what the next iteration loads.
#define T 8
#define STORE "st.global.u32 [%0], %1;"
__device__ void put(int *p, int v)
{
    asm volatile(STORE :: "l"(p), "r"(v));
}

__global__ void gemv(const int *A, const int *__restrict__ B, int *C, int *D, int n)
{
    __shared__ int As[T];
    const int t = threadIdx.x;
    int sum = 0;

    for (int k = 0; k < n; k += T) {
        As[t] = A[k + t];
        __syncthreads();
        for (int i = 0; i < T; i++)
            sum += As[i] * B[k + i];
        put(D + k + T + t, sum);
        __syncthreads();
    }
    C[t] = sum;
}
