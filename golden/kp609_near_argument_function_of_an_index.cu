// The place in memory comes out of a function that is a template argument.
__device__ float larger(float a, float b) { return a > b ? a : b; }
__device__ float added(float a, float b) { return a + b; }
__device__ unsigned plain(unsigned r, unsigned c, unsigned n) { return c; }
__device__ unsigned skew(unsigned r, unsigned c, unsigned n) { return (c + r) % n; }
template <auto F = plain>
__device__ float get(const float *p, unsigned r, unsigned c)
{
    return p[F(r, c, 64)];
}
template <auto F = plain>
__device__ void put(float *p, unsigned r, unsigned c, float v)
{
    p[F(r, c, 64)] = v;
}
__global__ void k(int n, const float *__restrict__ x, float *__restrict__ out)
{
    __shared__ float tile[64], sums[64];
    float s = 0, t = 0;
    for (int first = 0; first < n; first += 64) {
        tile[threadIdx.x] = x[first + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < 64; j++)
            s += tile[j];
        put<skew>(sums, first, threadIdx.x, s);
        __syncthreads();
        t += get<skew>(sums, first, 63 - threadIdx.x) + get(tile, 0, threadIdx.x);
        __syncthreads();
    }
    out[threadIdx.x] = s + t;
}
