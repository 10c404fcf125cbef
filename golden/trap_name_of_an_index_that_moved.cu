// kpipe: --variant cp-async --no-widen
// `r` has the value that p + t had in front of p's step, so that s[r] is the element that the copy fills.
__global__ void __launch_bounds__(128) moved(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float s[128];
    int t = threadIdx.x;
    float acc = 0;

    for (int k = 0; k < n; k += 128) {
        int p = 0;
        int r = p + t;
        p += 128;
        s[p + t - 128] = A[k + t];
        if (t & 1)
            s[r] = 0;
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            acc += s[j ^ t] * j;
        __syncthreads();
    }
    C[blockIdx.x * 128 + t] = acc;
}
