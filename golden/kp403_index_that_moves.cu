// kpipe: --stages 2
// The same name is another element behind `p += 128`: the zeros do not complete the guarded copy.
__global__ void sums(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float s[256];
    const int t = threadIdx.x;
    float acc = 0.0f;

    for (int i = 0; i < n; i += 128) {
        int p = t;
        s[p] = 0.0f;
        p += 128;
        if (i % 384 < 128)
            s[p] = x[i + t];
        __syncthreads();
        for (int j = 0; j < 256; ++j)
            acc += s[j] * (j ^ t);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = acc;
}
