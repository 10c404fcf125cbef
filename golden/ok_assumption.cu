// The compiler's own function is none of the program's, though the output says its name, too.
__global__ void __launch_bounds__(128) product(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float s[128];
    int t = threadIdx.x;
    float acc = 0;

    __builtin_assume(n % 128 == 0);
    for (int k = 0; k < n; k += 128) {
        s[t] = A[k + t];
        __syncthreads();
        __builtin_assume(k % 128 == 0);
        for (int j = 0; j < 128; ++j)
            acc += s[j ^ t] * (j + 1);
        __syncthreads();
    }
    C[blockIdx.x * 128 + t] = acc;
}
