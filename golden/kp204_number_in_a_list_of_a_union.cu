// .. or by a list of values.
union place {
    unsigned long long number;
    float *to;
};
__global__ void k(float *x, float *y, int n)
{
    __shared__ float s[64], q[64];
    __shared__ unsigned long long p[64];
    const int t = threadIdx.x;
    float acc = 0.0f;
    p[t] = (unsigned long long)(x + blockIdx.x * n + 64 + t);
    union place u = {(unsigned long long)q}, v = {p[t]};

    for (int i = 0; i < n; i += 64) {
        s[t] = x[i + t];
        __syncthreads();
        for (int j = 0; j < 64; ++j)
            acc += s[j] * (j + t);
        if (i >= 0)
            u = v;
        u.to[i] = acc;
        __syncthreads();
    }
    y[blockIdx.x * 64 + t] = acc;
}
void run(float *x, float *y, int n) { k<<<8, 64>>>(x, y, n); }
