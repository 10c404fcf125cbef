// It stores where its operands say, in shared memory.
__global__ void k(float *x, float *y, int n)
{
    __shared__ float s[64], q[64];
    const int t = threadIdx.x;
    float acc = 0.0f;

    for (int i = 0; i < n; i += 64) {
        s[t] = x[i + t];
        __syncthreads();
        for (int j = 0; j < 64; ++j)
            acc += s[j] * (j + t);
        asm volatile("{ .reg .u64 a; mad.wide.s32 a, %2, 4, %0; st.f32 [a], %1; }"
                     :: "l"(q), "f"(acc), "r"(t));
        __syncthreads();
    }
    acc += q[t];
    y[blockIdx.x * 64 + t] = acc;
}
void run(float *x, float *y, int n) { k<<<8, 64>>>(x, y, n); }
