// One of them counts its calls, and the project says that this is of no account.
__device__ static inline float seen(const float &x)
{
    return x;
}

__device__ static inline double seen(const double &x)
{
    return x;
}

__device__ static inline float2 seen(const float2 &x)
{
    return make_float2(x.x, -x.y);
}

template <int way>
__device__ static inline float seen(const float &x)
{
    return -x;
}

__device__ int calls;

template <>
__device__ inline float seen<0>(const float &x)
{
    calls++;
    return x;
}

template <typename T, int way>
__device__ static inline T turned(T &x)
{
    if (way)
        return seen(x);
    return x;
}

template <typename T>
__global__ void rows(const T *__restrict__ A, T *__restrict__ B, int n)
{
    __shared__ T tile[32];
    const int t = threadIdx.x;
    T sum = 0;

    for (int r = 0; r < n; r++) {
        T x = A[r * 32 + t];
        tile[t] = turned<T, 1>(x);
        __syncthreads();
        for (int j = 0; j < 32; j++)
            sum += seen(tile[j]);
        __syncthreads();
    }
    B[t] = sum;
}
