// The closure reads what neither phase sets.
#define T 64
__global__ void __launch_bounds__(T) last(const float *__restrict__ A, float *__restrict__ out, int n)
{
    __shared__ float As[T];
    const int t = threadIdx.x;
    float sum = 0.0f;
    int at = 0;
    const int first = n / 2;
    auto where = [&] { return first; };

    for (int k = 0; k < n; k += T) {
        at = (k / T * 3 + 1) & 31;
        As[t] = A[k + t + at];
        __syncthreads();
        if (k / T % 2 == 0)
            at = 40;
        for (int i = 0; i < T; i++)
            sum = sum * 0.5f + As[i];
        __syncthreads();
    }
    out[blockIdx.x * T + t] = sum + where();
}
