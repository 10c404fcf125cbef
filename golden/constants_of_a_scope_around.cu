// The bare name means the same to the kernel, in whatever namespace the file is included.
namespace ns
{
constexpr int TW = 32;

__device__ inline int rows()
{
    return 2 * TW;
}

__global__ void gemv(const float *__restrict__ A, const float *__restrict__ x,
                     float *__restrict__ y, int n)
{
    __shared__ float xs[TW];
    const int t = threadIdx.x;
    float sum = 0;

    for (int k = 0; k < n; k += TW) {
        xs[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < TW; ++j)
            sum += A[(k + j) * rows() + t] * xs[j];
        __syncthreads();
    }
    y[t] = sum;
}
}
