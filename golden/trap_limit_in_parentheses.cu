// kpipe: --variant ldg
// Behind >= the limit needs its parentheses again.
__global__ void __launch_bounds__(64)
    limits(const float *__restrict__ A, float *__restrict__ out, int n)
{
    const int N = 96;
    __shared__ float s[N];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += N) {
        for (int i = t; i < (N == 96 ? 96 : 64); i += 64) {
            s[i] = A[k + i] * 2.0f;
        }
        __syncthreads();
        for (int j = 0; j < N; ++j)
            sum = sum * 0.5f + s[j];
        __syncthreads();
    }
    out[blockIdx.x * 64 + t] = sum;
}
