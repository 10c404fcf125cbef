// kpipe: --variant ldg --stages 2
// The array brings the next tile into the buffer's first half, and what compute has made into its second.
__global__ void __launch_bounds__(128) product(const int *__restrict__ A, int *__restrict__ C, int n)
{
    __shared__ int raw[512];
    auto a = raw;
    auto b = raw + 256;
    int x[2], sum = 0;

    for (int k = 0; k < n; k += 256) {
#pragma unroll
        for (int i = 0; i < 2; i++)
            x[i] = A[k + threadIdx.x + 128 * i];
#pragma unroll
        for (int i = 0; i < 2; i++)
            a[threadIdx.x + 128 * i] = x[i];
        __syncthreads();
#pragma unroll
        for (int i = 0; i < 2; i++)
            x[i] = a[(threadIdx.x + 1) % 128 + 128 * i] * sum;
#pragma unroll
        for (int i = 0; i < 2; i++)
            b[threadIdx.x + 128 * i] = x[i];
        __syncthreads();
        for (int j = 0; j < 128; j++)
            sum += a[2 * j] + b[j + threadIdx.x];
        __syncthreads();
    }
    C[blockIdx.x * 128 + threadIdx.x] = sum;
}
void launch(const int *A, int *C, int n)
{
    product<<<4, 128>>>(A, C, n);
}
