// The address is a number that may be out of a table.
__global__ void k(float *x, float *y, int n)
{
    __shared__ float s[64], q[64];
    __shared__ long long p[64];
    const int t = threadIdx.x;
    float acc = 0.0f;
    long long a;
    p[t] = (long long)(x + blockIdx.x * n + 64 + t);

    for (int i = 0; i < n; i += 64) {
        s[t] = x[i + t];
        __syncthreads();
        for (int j = 0; j < 64; ++j)
            acc += s[j] * (j + t);
        a = (long long)(q + t);
        if (i >= 0)
            a = p[t] + 4 * i;
        asm volatile("st.f32 [%0], %1;" :: "l"(a), "f"(acc));
        __syncthreads();
    }
    y[blockIdx.x * 64 + t] = acc;
}
void run(float *x, float *y, int n) { k<<<8, 64>>>(x, y, n); }
