// The namespace has a function by the name of the compiler's own, whose body is elsewhere: the output would call it.
namespace own {
__device__ void __builtin_assume(bool b);

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
} // namespace own
