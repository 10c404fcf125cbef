// kpipe: --stages 2
// Where wide copies do not hold, the loop is compared with the function of its name whose parameters have the same types.
template <typename T>
__global__ void __launch_bounds__(256) sums(const T *__restrict__ A, T *__restrict__ C, int n)
{
    __shared__ T as[256];
    const int t = threadIdx.x;
    T sum = 0;

    for (int k = 0; k < n; k += 256) {
        as[t] = A[k + t];
        __syncthreads();
        for (int j = 0; j < 256; j++)
            sum += as[(j + t) % 256];
        __syncthreads();
    }
    C[t] = sum;
}

__global__ void __launch_bounds__(256) sums(const float *__restrict__ A, float *__restrict__ C, int n, float first)
{
    __shared__ float as[256];
    const int t = threadIdx.x;
    float sum = first;

    for (int k = 0; k < n; k += 256) {
        as[t] = A[k + t];
        __syncthreads();
        for (int j = 0; j < 256; j++)
            sum += as[j] * t;
        __syncthreads();
    }
    C[t] = sum;
}

void run(const float *A, float *C, int n)
{
    sums<<<1, 256>>>(A, C, n);
    sums<<<1, 256>>>(A, C, n, 1.0f);
}
