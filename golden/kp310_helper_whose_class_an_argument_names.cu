// kpipe: --stages 2
// An argument of the call means another class of that name.
struct Q {
    static constexpr int M = 16;
};

struct small {
    static constexpr int M = 16, K = 32, threads = 256;
};

template <class Q>
__device__ void fill(float *to, const float *from, int K)
{
    for (int i = threadIdx.x; i < Q::M * Q::K; i += Q::threads)
        to[i] = from[i / Q::K * K + i % Q::K];
}

template <class C>
__global__ void __launch_bounds__(C::threads) product(float *out, const float *__restrict__ A,
                                                      const float *__restrict__ B, int k, int n)
{
    __shared__ float As[C::M][C::K], Bs[C::M][C::K];
    const int tx = threadIdx.x % C::M, ty = threadIdx.x / C::M;
    float sum = 0;
    for (int l = 0; l < k; l += C::K) {
        fill<C>(&As[0][0], A + blockIdx.y * Q::M * k + l, k);
        fill<C>(&Bs[0][0], B + blockIdx.x * C::M * k + l, k);
        __syncthreads();
        for (int j = 0; j < C::K; j++)
            sum += As[ty][j] * Bs[tx][j];
        __syncthreads();
    }
    out[(blockIdx.y * C::M + ty) * n + blockIdx.x * C::M + tx] = sum;
}

void launch(float *o, const float *a, const float *b, int k, int n)
{
    product<small><<<dim3(n / 16, n / 16), small::threads>>>(o, a, b, k, n);
}
