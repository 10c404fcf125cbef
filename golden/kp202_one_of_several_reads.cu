// For int it is a function that reads memory, which compute may change.
__device__ int last;

__device__ static inline float seen(float x)
{
    return x + 1;
}

__device__ static inline int seen(int x)
{
    int *at = &last;
    return *at + x;
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
        for (int j = 0; j < 32; j++)
            sum += seen(tile[j]);
        __syncthreads();
    }
    B[t] = sum;
}
