// Two names: each is carried or repeated as it needs.
__global__ void sums(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float s[128];
    const int t = threadIdx.x;
    float acc = 0.0f;
    int off = 0, q, r;

    for (int i = 0; i < n; i += 128) {
        q = 3 * (i / 128);
        s[t] = x[i + t + q + off];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            acc += s[j] * q;
        r = (off += 1);
        acc += r * 7;
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = acc;
}
