// .. half by half, through a pointer to the union.
union where {
    float *to;
    unsigned long long number;
    unsigned half[2];
};
__global__ void k(float *x, float *y, int n)
{
    __shared__ float s[64], q[64];
    const int t = threadIdx.x;
    float acc = 0.0f;
    union where u, from, *to = &u;
    u.to = q;
    from.to = x + blockIdx.x * n + 64;

    for (int i = 0; i < n; i += 64) {
        s[t] = x[i + t];
        __syncthreads();
        for (int j = 0; j < 64; ++j)
            acc += s[j] * (j + t);
        to->half[0] = from.half[0];
        to->half[1] = from.half[1];
        u.to[i + t] = acc;
        __syncthreads();
    }
    y[blockIdx.x * 64 + t] = acc;
}
void run(float *x, float *y, int n) { k<<<8, 64>>>(x, y, n); }
