// A macro that puts parentheses around its argument: the invocation is a load like any other.
#define to_float(u) (u)
#define AT(p, i) (p[i])
__global__ void f(const float *__restrict__ A, const float *__restrict__ B,
                  const float *__restrict__ C, float *__restrict__ out, int n)
{
    __shared__ float r[128], w[128], v[128];
    const int i = threadIdx.x;
    float sum = 0.0f;

    for (int t = 0; t < n; ++t) {
        r[i] = to_float(A[t * 128 + i]);
        w[i] = __expf(-to_float(B[t * 128 + i]));
        v[i] = AT(C, t * 128 + i);
        __syncthreads();
        for (int j = 0; j < 128; j++)
            sum += r[j] * w[j] + v[j];
        __syncthreads();
    }
    out[blockIdx.x * 128 + i] = sum;
}
void g(const float *A, const float *B, const float *C, float *out, int n)
{
    f<<<8, 128>>>(A, B, C, out, n);
}
