// A number that is stored in a union is read as a pointer.
union where {
    float *to;
    unsigned long long number;
    unsigned half[2];
};
__global__ void k(float *x, float *y, int n)
{
    __shared__ float s[64], q[64];
    __shared__ unsigned long long p[64];
    const int t = threadIdx.x;
    float acc = 0.0f;
    union where u;
    u.to = q;
    p[t] = (unsigned long long)(x + blockIdx.x * n + 64 + t);

    for (int i = 0; i < n; i += 64) {
        s[t] = x[i + t];
        __syncthreads();
        for (int j = 0; j < 64; ++j)
            acc += s[j] * (j + t);
        u.number = p[t];
        u.to[i] = acc;
        __syncthreads();
    }
    y[blockIdx.x * 64 + t] = acc;
}
void run(float *x, float *y, int n) { k<<<8, 64>>>(x, y, n); }
