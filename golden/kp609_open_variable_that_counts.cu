// The constructor that the instance says counts its calls.
__device__ unsigned calls;
template <unsigned N>
struct sums {
    const unsigned by;
    unsigned last;
    unsigned of[N];
    __device__ sums(unsigned first, unsigned step) : by(step), last(first)
    {
        static_assert(N > 1, "more than one");
        of[0] = atomicAdd(&calls, 1);
    }
    __device__ void add(unsigned x)
    {
        for (unsigned i = 0; i < N; ++i)
            of[i] += x * by;
        last = x;
    }
};
template <unsigned N>
__global__ void rows(const unsigned *__restrict__ x, unsigned *__restrict__ y, int n, unsigned seed)
{
    __shared__ unsigned xs[32];
    sums<N> all(seed, 3);

    for (int k = 0; k < n; k += 32) {
        xs[threadIdx.x] = x[k + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < 32; j++)
            all.add(xs[j] * (j + 1));
        __syncthreads();
    }
    y[threadIdx.x] = all.of[0] + all.last;
}
void launch(const unsigned *x, unsigned *y, int n)
{
    rows<8><<<1, 32>>>(x, y, n, 5);
    rows<4><<<1, 32>>>(x, y, n, 6);
}
