// The variable holds another function later.
__device__ unsigned skew(unsigned r, unsigned c, unsigned n) { return (c + r) % n; }
__device__ unsigned waits(unsigned r, unsigned c, unsigned n) { __syncthreads(); return c; }
template <unsigned S>
__device__ unsigned scaled(unsigned r, unsigned c, unsigned n)
{
    return (c + r * S) % n;
}
template <auto F>
__device__ float get(const float *p, unsigned r, unsigned c)
{
    return p[F(r, c, 64)];
}
__global__ void k(int n, const float *__restrict__ x, float *__restrict__ out)
{
    __shared__ float tile[64];
    float t = 0;
    unsigned (*f)(unsigned, unsigned, unsigned) = skew;
    for (int first = 0; first < n; first += 64) {
        for (unsigned i = threadIdx.x; i < 64; i += 32)
            tile[i] = x[first + i];
        __syncthreads();
        t += tile[f(1, threadIdx.x, 64)];
        f = scaled<2>;
        __syncthreads();
    }
    out[threadIdx.x] = t;
}
