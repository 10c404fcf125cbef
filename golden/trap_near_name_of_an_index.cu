// kpipe: --variant cp-async --no-widen
// p keeps its value between the name and its use: the zeros are 128 elements behind the copies.
__global__ void __launch_bounds__(128) apart(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float s[384];
    int t = threadIdx.x;
    float acc = 0;

    for (int k = 0; k < n; k += 128) {
        int p = 0;
        p += 128;
        int r = p + t + 128;
        s[p + t] = A[k + t];
        if (t & 1)
            s[r] = 0;
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            acc += s[128 + (j ^ t)] * j + s[257 + (j & 126)];
        __syncthreads();
    }
    C[blockIdx.x * 128 + t] = acc;
}
