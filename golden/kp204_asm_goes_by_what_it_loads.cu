// The asm stores where a pointer in shared memory says.
__global__ void k(float *x, float *y, int n)
{
    __shared__ float s[64];
    __shared__ float *p[64];
    const int t = threadIdx.x;
    float acc = 0.0f;
    p[t] = x + blockIdx.x * n + 64 + t;

    for (int i = 0; i < n; i += 64) {
        s[t] = x[i + t];
        __syncthreads();
        for (int j = 0; j < 64; ++j)
            acc += s[j] * (j + t);
        asm volatile("{ .reg .u64 a; ld.u64 a, [%0]; mad.wide.s32 a, %2, 4, a; st.f32 [a], %1; }"
                     :: "l"(&p[t]), "f"(acc), "r"(i));
        __syncthreads();
    }
    y[blockIdx.x * 64 + t] = acc;
}
void run(float *x, float *y, int n) { k<<<8, 64>>>(x, y, n); }
