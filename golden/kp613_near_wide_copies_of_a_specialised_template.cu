// kpipe: --stages 2
// A template and its specialisation have parameters of the same types: the copies are kept as they are, where wide ones would be
// compared with one of the two where they do not hold.
template <int STEP>
__global__ void __launch_bounds__(256) sums(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float as[256];
    const int t = threadIdx.x;
    float sum = STEP;

    for (int k = 0; k < n; k += 256) {
        as[t] = A[k + t];
        __syncthreads();
        for (int j = 0; j < 256; j++)
            sum += as[j] * t;
        __syncthreads();
    }
    C[t] = sum;
}

template <>
__global__ void sums<8>(const float *__restrict__ A, float *__restrict__ C, int n)
{
    C[threadIdx.x] = A[0];
}

void run(const float *A, float *C, int n)
{
    sums<1><<<1, 256>>>(A, C, n);
    sums<8><<<1, 256>>>(A, C, n);
}
