// What it is handed is const, but for a member that counts.
struct counted {
    float value;
    mutable int reads;
};

__device__ static inline float seen(const float &x)
{
    return x;
}

__device__ static inline float seen(const counted &x)
{
    x.reads += 1;
    return x.value;
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
