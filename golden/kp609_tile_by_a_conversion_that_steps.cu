// The conversion counts: what the pointer is, is not known.
template <class T>
struct shared_memory {
    __device__ inline operator T *()
    {
        extern __shared__ int block[];
        return (T *)block + first;
    }
    int first = 0;
};

template <class T>
struct four {
    typedef float4 type;
};

template <class T>
__device__ T sums(typename four<T>::type *x, int tiles)
{
    typename four<T>::type *tile = shared_memory<typename four<T>::type>();
    T sum = 0;

    for (int k = 0; k < tiles; ++k) {
        tile[threadIdx.x] = x[k * blockDim.x + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < blockDim.x; ++j)
            sum += tile[j].x;
        __syncthreads();
    }
    return sum;
}

template <class T>
__global__ void all(typename four<T>::type *x, T *out, int tiles)
{
    out[threadIdx.x] = sums<T>(x, tiles);
}

template __global__ void all<float>(float4 *x, float *out, int tiles);
