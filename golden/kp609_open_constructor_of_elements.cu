// An array of objects: the constructor runs for each of them.
template <unsigned N>
struct sums {
    unsigned last;
    unsigned of[N];
    __device__ sums() : last(0)
    {
        for (unsigned i = 0; i < N; ++i)
            of[i] = 7;
    }
    __device__ void add(unsigned x)
    {
        for (unsigned i = 0; i < N; ++i)
            of[i] += x;
        last = x;
    }
};
template <unsigned N>
__global__ void rows(const unsigned *__restrict__ x, unsigned *__restrict__ y, int n)
{
    __shared__ unsigned xs[32];
    sums<N> all[2];

    for (int k = 0; k < n; k += 32) {
        sums<N> own;
        own.last += x[k + threadIdx.x];
        xs[threadIdx.x] = own.last;
        __syncthreads();
        for (int j = 0; j < 32; j++)
            all[j % 2].add(xs[j] * own.of[j % N] + own.last);
        __syncthreads();
    }
    y[threadIdx.x] = all[0].of[0] + all[1].last;
}
void launch(const unsigned *x, unsigned *y, int n)
{
    rows<8><<<1, 32>>>(x, y, n);
    rows<4><<<1, 32>>>(x, y, n);
}
