// An operator of a class is none of a pointer's, whatever T is.
struct pair {
    float x, y;
};

static __host__ __device__ inline pair operator+(pair a, pair b)
{
    return pair{a.x + b.x, a.y + b.y};
}

static __host__ __device__ inline pair operator-(pair a, int)
{
    return a;
}

template <typename T, int W>
__global__ void rows(const T *__restrict__ A, T *B, int n, int m)
{
    __shared__ T tile[W * 32];
    const int t = threadIdx.x;
    T *to, *from, sum = 0;

    to = B + (n + blockIdx.x * W) * m;
    for (int r = 0; r < n; r++) {
        tile[t] = A[r * 32 + t];
        __syncthreads();
        from = tile + 32;
        for (int j = 0; j < 32; j++)
            sum += *(from - 1 - j);
        __syncthreads();
    }
    to[t] = sum;
}
