// One of the specialisations waits for the block.
namespace lib {
template <typename T> __device__ T fused(T p, T q, T r);
template <> __device__ float fused(float p, float q, float r) { return fmaf(p, q, r); }
template <> __device__ double fused(double p, double q, double r)
{
    __syncthreads();
    return fma(p, q, r);
}
} // namespace lib

template <int B, typename T> static __device__ void product(T *__restrict__ c, const T *__restrict__ a, const T *__restrict__ b, int n)
{
    __shared__ T as[B][B], bs[B][B];
    const int x = threadIdx.x, y = threadIdx.y;
    T acc = 0;

    for (int k = 0; k < n; k += B) {
        as[y][x] = a[y * n + k + x];
        bs[y][x] = b[(k + y) * n + x];
        __syncthreads();
        for (int i = 0; i < B; i++)
            acc = lib::fused<T>(as[y][i], bs[i][x], acc);
        __syncthreads();
    }
    c[y * n + x] = acc;
}

template <int B, typename T> __global__ void kernel(T *__restrict__ c, const T *__restrict__ a, const T *__restrict__ b, int n)
{
    product<B>(c, a, b, n);
}

void launch(float *c, const float *a, const float *b, double *f, const double *d, const double *e, int n)
{
    kernel<32><<<1, dim3(32, 32)>>>(c, a, b, n);
    kernel<32><<<1, dim3(32, 32)>>>(f, d, e, n);
}
