// The free operator computes; the one that this instance calls is a method, and counts.
__device__ int count;

struct pair {
    float x, y;
};

__device__ static inline pair operator*(pair a, float by)
{
    return pair{a.x * by, a.y * by};
}

struct counted {
    float x;
    __device__ counted operator*(float by) const
    {
        count++;
        return counted{x * by};
    }
};

template <typename T>
__global__ void rows(const T *__restrict__ A, T *__restrict__ B, float by, int n)
{
    __shared__ T tile[32];
    const int t = threadIdx.x;
    T last;

    for (int r = 0; r < n; r++) {
        tile[t] = A[r * 32 + t];
        __syncthreads();
        for (int j = 0; j < 32; j++)
            last = tile[j] * by;
        __syncthreads();
    }
    B[t] = last;
}

void launch(const counted *A, counted *B, int n)
{
    rows<<<1, 32>>>(A, B, 2.0f, n);
}
