// Where all instances add numbers, + is the language's own; another instance of the kernel, which might call a function, the output stops.
__device__ int calls;
struct place {
    int at;
};
__device__ int operator+(const place &a, int i) { return atomicAdd(&calls, 1) + a.at + i; }

template <class T> struct from {
    T start;
};
template <class T> struct matrix : from<T> {
    const float *first;
    __device__ const float &operator[](int i) const { return first[this->start + i]; }
};

template <class T> __global__ void sums(const matrix<T> A, const float *__restrict__ W, float *__restrict__ out, int n)
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
template __global__ void sums<int>(const matrix<int>, const float *__restrict__, float *__restrict__, int);
