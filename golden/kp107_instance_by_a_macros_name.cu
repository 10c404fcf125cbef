// A macro may name the function.
#define FUNCTION sums
template <class T>
__device__ T sums(const T *x, int tiles)
{
    __shared__ T tile[128];
    T sum = 0;

    for (int k = 0; k < tiles; ++k) {
        tile[threadIdx.x] = x[k * 128 + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j];
        __syncthreads();
    }
    return sum;
}

template <class T>
__global__ void all(const T *x, T *out, int tiles)
{
    out[threadIdx.x] = sums<T>(x, tiles);
}

template __device__ float FUNCTION<float>(const float *x, int tiles);
template __global__ void all<float>(const float *x, float *out, int tiles);
