// A template calls what it is given: the operator that is called there has no name in the text, and gets shared memory.
template <class F> __global__ void of_shared(F f, const float *x, float *y)
{
    __shared__ float part[512];

    for (int i = threadIdx.x; i < 512; i += 128)
        part[i] = x[i] * x[i];
    __syncthreads();
    f(part, y);
}

namespace
{
struct sums {
    __device__ void operator()(const float *__restrict__ x, float *__restrict__ y) const
    {
        __shared__ float tile[128];
        const int t = threadIdx.x;
        float sum = 0;

        for (int k = 0; k < 512; k += 128) {
            tile[t] = x[k + t];
            __syncthreads();
            for (int i = 0; i < 128; i++)
                sum += tile[i] * (i + t);
            __syncthreads();
        }
        y[blockIdx.x * 128 + t] = sum;
    }
};
} // namespace

__global__ void all(const float *x, float *y)
{
    sums of;

    of(x + blockIdx.x * 512, y);
}

void run(const float *x, float *y)
{
    of_shared<<<1, 128>>>(sums(), x, y);
}
