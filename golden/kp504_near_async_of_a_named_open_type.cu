// kpipe: --stages 3
// Two names of the template's parameter, which is one type whatever it is.
template <typename T>
__global__ void __launch_bounds__(256) sums(const T *__restrict__ A, float *__restrict__ C, int n)
{
    using element = T;
    typedef element value;
    __shared__ value as[256];
    const int t = threadIdx.x;
    float sum = 0;

    for (int k = 0; k < n; k += 256) {
        as[t] = A[k + t];
        __syncthreads();
        for (int j = 0; j < 256; j++)
            sum += as[(j + t) % 256] * as[j];
        __syncthreads();
    }
    C[t] = sum;
}

void run(const float *A, float *C, int n)
{
    sums<<<1, 256>>>(A, C, n);
}
