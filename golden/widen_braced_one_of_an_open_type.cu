// kpipe: --stages 3
// Four elements of T{1} are no zero.
template <typename T>
__global__ void __launch_bounds__(256) sums(const T *__restrict__ A, float *__restrict__ C, int n, int m)
{
    __shared__ T as[1024];
    __shared__ T bs[1024];
    const int t = threadIdx.x;
    float sum = 0;

    for (int k = 0; k < n; k += 1024) {
        for (int i = t; i < 1024; i += 256) {
            as[i] = k + i < m ? A[k + i] : T{};
            T v = k + i < m ? A[k + 1024 + i] : T{1};
            bs[i] = v;
        }
        __syncthreads();
        for (int j = 0; j < 1024; j++)
            sum += as[(j + t) % 1024] * bs[j];
        __syncthreads();
    }
    C[t] = sum;
}

void run(const float *A, float *C, int n, int m)
{
    sums<<<1, 256>>>(A, C, n, m);
}
