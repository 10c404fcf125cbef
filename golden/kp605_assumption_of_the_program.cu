// The program defines a function by the name of the compiler's own: what the output means by it is not known.
__device__ int seen;

__device__ void __builtin_assume(bool b)
{
    seen = b;
}

__global__ void __launch_bounds__(128) product(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float s[128];
    int t = threadIdx.x;
    float acc = 0;

    for (int k = 0; k < n; k += 128) {
        s[t] = A[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            acc += s[j ^ t] * (j + 1);
        __syncthreads();
    }
    C[blockIdx.x * 128 + t] = acc;
}
