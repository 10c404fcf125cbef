// kpipe: --stages 2
// The kernel is no template: what the helper names of its class is known.
struct small {
    static constexpr int M = 16, K = 32, threads = 256;
};

template <class Q>
__device__ void fill(float *to, const float *from, int K)
{
    for (int i = threadIdx.x; i < Q::M * Q::K; i += Q::threads)
        to[i] = from[i / Q::K * K + i % Q::K];
}

__global__ void __launch_bounds__(small::threads) product(float *out, const float *__restrict__ A,
                                                      const float *__restrict__ B, int k, int n)
{
    __shared__ float As[small::M][small::K], Bs[small::M][small::K];
    const int tx = threadIdx.x % small::M, ty = threadIdx.x / small::M;
    float sum = 0;
    for (int l = 0; l < k; l += small::K) {
        fill<small>(&As[0][0], A + blockIdx.y * small::M * k + l, k);
        fill<small>(&Bs[0][0], B + blockIdx.x * small::M * k + l, k);
        __syncthreads();
        for (int j = 0; j < small::K; j++)
            sum += As[ty][j] * Bs[tx][j];
        __syncthreads();
    }
    out[(blockIdx.y * small::M + ty) * n + blockIdx.x * small::M + tx] = sum;
}

void launch(float *o, const float *a, const float *b, int k, int n)
{
    product<<<dim3(n / 16, n / 16), small::threads>>>(o, a, b, k, n);
}
