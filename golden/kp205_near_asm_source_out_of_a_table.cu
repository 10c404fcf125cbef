// The source's address is a number, now and then another one out of a table.
__global__ void k(const float *__restrict__ x, const size_t *__restrict__ table,
                  float *__restrict__ y, int n)
{
    __shared__ float s[64];
    const int t = threadIdx.x;
    float acc = 0.0f, v;
    size_t from = __cvta_generic_to_global(x + t);

    for (int i = 0; i < n; i += 64, from += 256) {
        if (i % 1024 == 0)
            from = table[i / 1024] + 4 * t;
        asm volatile("ld.global.f32 %0, [%1];" : "=f"(v) : "l"(from));
        s[t] = v;
        __syncthreads();
        for (int j = 0; j < 64; ++j)
            acc += s[j] * (j + t);
        __syncthreads();
    }
    y[blockIdx.x * 64 + t] = acc;
}
void run(const float *x, const size_t *table, float *y, int n) { k<<<8, 64>>>(x, table, y, n); }
