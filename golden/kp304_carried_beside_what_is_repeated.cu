// Compute's first use of q wants the value of the load phase's first statement, its second one that of the
// last: one copy of q cannot be both.
__global__ void sums(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float s[128];
    const int t = threadIdx.x;
    float acc = 0.0f;
    int off = 0, q;

    for (int i = 0; i < n; i += 128) {
        q = 3 * (i / 128);
        s[t] = x[i + t + q + off];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            acc += s[j] * q;
        q = (off += 1);
        acc += q * 7;
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = acc;
}
