// In one of two instances + is a function, and the kernel uses this one.
__device__ int calls;
enum place {
    HERE
};
__device__ int operator+(place a, int i) { return atomicAdd(&calls, 1) + i * (a == HERE); }

template <class T> struct from {
    T start;
};
template <class T> struct matrix : from<T> {
    const float *first;
    __device__ const float &operator[](int i) const { return first[this->start + i]; }
};

__global__ void sums(const matrix<place> A, const float *__restrict__ W, float *__restrict__ out, int n)
{
    __shared__ float tile[256];
    const int x = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 256) {
        tile[x] = A[k + x];
        __syncthreads();
        for (int j = 0; j < 256; j++)
            sum += tile[j] * W[(k + j) * 256 + x];
        __syncthreads();
    }
    out[blockIdx.x * 256 + x] = sum;
}

__global__ void other(const matrix<int> A, float *__restrict__ out)
{
    out[threadIdx.x] = A[blockIdx.x];
}
