// The step is a number that has a name: registers hold two trips, and kpipe's own check looks at two.
__global__ void __launch_bounds__(32) rows(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float s[256];
    int t = threadIdx.x;
    float acc = 0;

    for (int k = 0; k < n; k += 32) {
        int w = 3;
        for (int i = 1; i < 7; i += w)
            s[i * 32 + t] = A[k + t] * i;
        __syncthreads();
        acc += s[32 + (t ^ 1)] - s[128 + (t ^ 2)];
        __syncthreads();
    }
    C[blockIdx.x * 32 + t] = acc;
}
