// Names behind a dot and in other functions are not in the way of CUDA's, which the output names.
struct shape {
    int blockDim, threadIdx;
};

__device__ int behind(int blockDim)
{
    return blockDim + 1;
}

__global__ void dots(const float *__restrict__ x, float *__restrict__ y, int n, shape by)
{
    __shared__ float tile[64];
    const int t = threadIdx.x;
    float sum = 0;

    for (int k = 0; k < n; k += 64) {
        tile[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 64; ++j)
            sum += tile[j] * by.blockDim + behind(by.threadIdx);
        __syncthreads();
    }
    y[blockIdx.x * 64 + t] = sum;
}

namespace host {
void dots(dim3 gridDim, int blockDim, const float *x, float *y, int n)
{
    ::dots<<<gridDim, 64>>>(x, y, n, shape{blockDim, 2});
}
}
