// Macros whose text is one statement.
#define COPY(d, p) do { unsigned a = (unsigned)__cvta_generic_to_shared(d); asm volatile("cp.async.cg.shared.global [%0], [%1], 16;\n" ::"r"(a), "l"(p)); } while (0)
#define COMMIT() do { asm volatile("cp.async.commit_group;\n" ::); } while (0)
#define WAIT(N) do { asm volatile("cp.async.wait_group %0;\n" ::"n"(N)); } while (0)
__global__ void k(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(16) float s[256];
    const int t = threadIdx.x;
    float acc = 0.0f;

    for (int i = 0; i < n; i += 256) {
        COPY(&s[4 * t], &x[i + 4 * t]);
        COMMIT();
        WAIT(0);
        __syncthreads();
        for (int j = 0; j < 256; ++j)
            acc += s[j] * (j + t);
        __syncthreads();
    }
    y[blockIdx.x * 64 + t] = acc;
}
void run(const float *x, float *y, int n) { k<<<8, 64>>>(x, y, n); }
