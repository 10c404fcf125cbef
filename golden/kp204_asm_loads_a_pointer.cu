// A pointer that an asm loads points anywhere, not where it was loaded.
__global__ void k(float *x, float *y, int n)
{
    __shared__ float s[64];
    __shared__ float *p[64];
    const int t = threadIdx.x;
    float acc = 0.0f;
    float *to;
    p[t] = x + blockIdx.x * n + 64 + t;

    for (int i = 0; i < n; i += 64) {
        s[t] = x[i + t];
        __syncthreads();
        for (int j = 0; j < 64; ++j)
            acc += s[j] * (j + t);
        asm volatile("ld.u64 %0, [%1];" : "=l"(to) : "l"(&p[t]));
        to[i] = acc;
        __syncthreads();
    }
    y[blockIdx.x * 64 + t] = acc;
}
void run(float *x, float *y, int n) { k<<<8, 64>>>(x, y, n); }
