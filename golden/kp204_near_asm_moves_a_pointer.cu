// A pointer that an asm makes of another one and a constant points where that does.
__global__ void k(float *x, float *y, int n)
{
    __shared__ float s[64], q[128];
    const int t = threadIdx.x;
    float acc = 0.0f;
    float *to = q + t;
    asm("mov.u64 %0, %1;" : "=l"(to) : "l"(q + t));
    asm("add.s64 %0, %0, %1;" : "+l"(to) : "n"(256));

    for (int i = 0; i < n; i += 64) {
        s[t] = x[i + t];
        __syncthreads();
        for (int j = 0; j < 64; ++j)
            acc += s[j] * (j + t);
        to[0] = acc;
        __syncthreads();
    }
    acc += q[64 + t];
    y[blockIdx.x * 64 + t] = acc;
}
void run(float *x, float *y, int n) { k<<<8, 64>>>(x, y, n); }
