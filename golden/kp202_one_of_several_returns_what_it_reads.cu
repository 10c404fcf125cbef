// The reference that it returns is the tile's element.
__device__ static inline const float &seen(const float &x)
{
    return x;
}

__device__ static inline double seen(const double &x)
{
    return x;
}

template <typename T>
__global__ void rows(const T *__restrict__ A, T *__restrict__ B, int n)
{
    __shared__ T tile[32];
    const int t = threadIdx.x;
    T sum = 0;

    for (int r = 0; r < n; r++) {
        tile[t] = A[r * 32 + t];
        __syncthreads();
        const T &first = seen(tile[t ^ 1]);
        __syncthreads();
        sum += first;
    }
    B[t] = sum;
}
