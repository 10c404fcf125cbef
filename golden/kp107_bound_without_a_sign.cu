// Where a is less than zero, the threads below -a start far above the bound, as it has no sign.
__global__ void sums(const float *__restrict__ x, float *__restrict__ out, int a, int n)
{
    __shared__ float s[128];
    int t = threadIdx.x;
    float acc = 0;
    for (int i = threadIdx.x + a; i < threadIdx.x + n; i += 128) {
        s[t] = x[i];
        __syncthreads();
        acc += s[127 - t];
        __syncthreads();
    }
    out[t] = acc;
}
