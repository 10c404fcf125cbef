// kpipe: --stages 2
// In one of the instances a thread makes an element in four trips: the last one counts.
template <typename T, int SIZE>
__global__ void __launch_bounds__(256) sums(const T *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ T as[1024];
    const int t = threadIdx.x;
    float sum = 0;

    for (int k = 0; k < n; k += 1024) {
        for (int i = t; i < 1024; i += 256)
            as[i % SIZE] = A[k + i];
        __syncthreads();
        for (int j = 0; j < 256; j++)
            sum += as[(t + j) % SIZE];
        __syncthreads();
    }
    C[t] = sum;
}

void run(const float *A, float *C, int n)
{
    sums<float, 1024><<<1, 256>>>(A, C, n);
    sums<float, 256><<<1, 256>>>(A, C, n);
}
