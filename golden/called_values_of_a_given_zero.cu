// kpipe: --stages 3
// The other value is a parameter's, which is not zero.
template <typename X>
__device__ __forceinline__ X guarded(const X *p, int i, bool in, float other = 0)
{
    return in ? p[i] : (X)other;
}

template <typename T>
__global__ void __launch_bounds__(256) sums(const T *__restrict__ A, float *__restrict__ C, int n, int m)
{
    __shared__ T as[1024];
    const int t = threadIdx.x;
    float sum = 0;

    for (int k = 0; k < n; k += 1024) {
        for (int i = t; i < 1024; i += 256)
            as[i] = guarded(A, k + i, k + i < m, 1.0f);
        __syncthreads();
        for (int j = 0; j < 1024; j++)
            sum += as[(j + t) % 1024] * as[j];
        __syncthreads();
    }
    C[t] = sum;
}

void run(const float *A, float *C, int n, int m)
{
    sums<<<1, 256>>>(A, C, n, m);
}
