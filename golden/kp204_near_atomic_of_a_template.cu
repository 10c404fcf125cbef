// kpipe: --no-widen
// The element of the atomic operation has the size of the type parameter.
template <int BS, typename T>
__global__ void add(const T *x, const T *bound, T *sums, int n)
{
    __shared__ T xs[BS];
    const int t = threadIdx.x;

    for (int k = 0; k < n; k += BS) {
        if (t < BS)
            xs[t] = x[k + t];
        __syncthreads();
        if (t < BS && xs[BS - 1 - t] < bound[t])
            atomicAdd(&sums[t], xs[BS - 1 - t]);
        __syncthreads();
    }
}

void run(const float *x, const float *bound, float *sums, int n)
{
    add<128><<<1, 128>>>(x, bound, sums, n);
}
