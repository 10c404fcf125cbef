// kpipe: --variant cp-async
// All calls of the operator are seen, and pass memory of the grid; the template calls something by a name.
template <class T> __global__ void scaled(T factor, const float *x, float *y)
{
    y[threadIdx.x] = fmaxf(x[threadIdx.x], 0.0f);
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
