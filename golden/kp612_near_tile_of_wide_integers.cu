// The size of a type that the language does not have, but every compiler here.
__global__ void f(const __int128 *__restrict__ A, __int128 *__restrict__ C, int n)
{
    __shared__ __int128 s[128];
    __int128 sum = 0;
    for (int k = 0; k < n; k += 128) {
        s[threadIdx.x] = A[k + threadIdx.x];
        __syncthreads();
        for (int i = 0; i < 128; i++)
            sum += s[i];
        __syncthreads();
    }
    C[threadIdx.x] = sum;
}
