// What is copied in one byte each is copied in sixteen where the helper's value is in its place.
__device__ __forceinline__ signed char guarded(const signed char *p, int i, bool in)
{
    return in ? p[i] : (signed char)0;
}

__global__ void __launch_bounds__(256) sums(const signed char *__restrict__ A, int *__restrict__ C, int n, int m)
{
    __shared__ signed char as[4096];
    const int t = threadIdx.x;
    int sum = 0;

    for (int k = 0; k < n; k += 4096) {
        for (int i = t; i < 4096; i += 256)
            as[i] = guarded(A, k + i, k + i < m);
        __syncthreads();
        for (int j = 0; j < 4096; j++)
            sum += as[(j + t) % 4096] * as[j];
        __syncthreads();
    }
    C[t] = sum;
}

void run(const signed char *A, int *C, int n, int m)
{
    sums<<<1, 256>>>(A, C, n, m);
}
