// .. and so does one that is made of two numbers.
__global__ void k(float *x, float *y, int n)
{
    __shared__ float s[64], q[64];
    const int t = threadIdx.x;
    float acc = 0.0f;
    float *to = q;
    unsigned low, high;
    asm("mov.b64 {%0, %1}, %2;" : "=r"(low), "=r"(high) : "l"(x + blockIdx.x * n + 64));

    for (int i = 0; i < n; i += 64) {
        s[t] = x[i + t];
        __syncthreads();
        for (int j = 0; j < 64; ++j)
            acc += s[j] * (j + t);
        asm("mov.b64 %0, {%1, %2};" : "=l"(to) : "r"(low), "r"(high));
        to[i + t] = acc;
        __syncthreads();
    }
    y[blockIdx.x * 64 + t] = acc;
}
void run(float *x, float *y, int n) { k<<<8, 64>>>(x, y, n); }
