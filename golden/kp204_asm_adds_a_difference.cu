// A number that is added to a pointer may lead anywhere.
__global__ void k(float *x, float *y, int n)
{
    __shared__ float s[64], q[64];
    __shared__ long long p[64];
    const int t = threadIdx.x;
    float acc = 0.0f;
    float *to = q;
    long long d;
    p[t] = (long long)(x + blockIdx.x * n + 64) - (long long)q;
    d = p[t];
    asm("add.s64 %0, %0, %1;" : "+l"(to) : "l"(d));

    for (int i = 0; i < n; i += 64) {
        s[t] = x[i + t];
        __syncthreads();
        for (int j = 0; j < 64; ++j)
            acc += s[j] * (j + t);
        to[i + t] = acc;
        __syncthreads();
    }
    y[blockIdx.x * 64 + t] = acc;
}
void run(float *x, float *y, int n) { k<<<8, 64>>>(x, y, n); }
