// kpipe: --stages 3
// What helpers return in the instance, in the words of the kernel.
template <typename X>
__device__ X fetch(const X *p, int i)
{
    return p[i];
}

template <typename X>
__device__ __forceinline__ X guarded(const X *p, int i, bool in)
{
    return in ? p[i] : X{};
}

template <typename T>
__global__ void __launch_bounds__(256) sums(const T *__restrict__ A, float *__restrict__ C, int n, int m)
{
    __shared__ T as[256];
    __shared__ T bs[256];
    const int t = threadIdx.x;
    float sum = 0;

    for (int k = 0; k < n; k += 256) {
        as[t] = guarded(A, k + t, k + t < m);
        bs[t] = fetch(A, 2 * k + t);
        __syncthreads();
        for (int j = 0; j < 256; j++)
            sum += as[(j + t) % 256] * bs[j];
        __syncthreads();
    }
    C[t] = sum;
}

void run(const float *A, float *C, int n, int m)
{
    sums<<<1, 256>>>(A, C, n, m);
}
