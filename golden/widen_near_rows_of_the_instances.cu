// kpipe: --stages 2
// Rows in one dimension: the instances' sizes say that no two trips make one element. The helper's
// pointers have the types of what it is given.
template <typename U>
__device__ __forceinline__ void fill(U *to, const U *__restrict__ from, int n, int ld, int t)
{
    for (int i = t; i < n; i += 256)
        to[i] = from[i];
}

template <typename T, int LD>
__global__ void __launch_bounds__(256) sums(const T *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ T as[32 * LD];
    __shared__ T bs[1024];
    const int t = threadIdx.x;
    float sum = 0;

    for (int k = 0; k < n; k += 1024) {
        for (int i = t; i < 1024; i += 256)
            as[i / 32 * LD + i % 32] = A[k + i];
        fill(bs, A + k, 1024, n, t);
        __syncthreads();
        for (int j = 0; j < 32; j++)
            sum += as[(t % 32) * LD + j] * bs[j * 32 + t % 32];
        __syncthreads();
    }
    C[t] = sum;
}

void run(const float *A, float *C, int n)
{
    sums<float, 32><<<1, 256>>>(A, C, n);
}
