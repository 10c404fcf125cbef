// A number that is read as a pointer may be an address of anything.
__global__ void k(float *x, float *y, int n)
{
    __shared__ float s[64], q[64];
    __shared__ size_t p[64];
    const int t = threadIdx.x;
    float acc = 0.0f;
    float *to;
    size_t at;
    p[t] = (size_t)(x + blockIdx.x * n + 64);

    for (int i = 0; i < n; i += 64) {
        s[t] = x[i + t];
        __syncthreads();
        for (int j = 0; j < 64; ++j)
            acc += s[j] * (j + t);
        at = (size_t)q;
        if (i >= 0)
            at = p[t];
        to = *(float **)&at;
        to[i + t] = acc;
        __syncthreads();
    }
    y[blockIdx.x * 64 + t] = acc;
}
void run(float *x, float *y, int n) { k<<<8, 64>>>(x, y, n); }
