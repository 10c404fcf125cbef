// kpipe: --variant ldg --stages 2
// Both halves of a buffer are filled through arrays of the thread's, which compute uses for its operands.
__global__ void __launch_bounds__(128) product(const int *__restrict__ A, const int *__restrict__ B, int *__restrict__ C, int n)
{
    __shared__ int raw[512];
    auto a = raw;
    auto b = raw + 256;
    int x[2], y[2], sum = 0;

    for (int k = 0; k < n; k += 256) {
#pragma unroll
        for (int i = 0; i < 2; i++)
            x[i] = A[k + threadIdx.x + 128 * i];
#pragma unroll
        for (int i = 0; i < 2; i++)
            y[i] = B[k + threadIdx.x + 128 * i];
#pragma unroll
        for (int i = 0; i < 2; i++)
            a[threadIdx.x + 128 * i] = x[i];
#pragma unroll
        for (int i = 0; i < 2; i++)
            b[threadIdx.x + 128 * i] = y[i];
        __syncthreads();
        for (int j = 0; j < 128; j++) {
#pragma unroll
            for (int i = 0; i < 2; i++) {
                x[i] = a[2 * j + i];
                y[i] = b[(j + threadIdx.x) % 128 + 128 * i];
            }
            sum += x[0] * y[1] + x[1] * y[0];
        }
        __syncthreads();
    }
    C[blockIdx.x * 128 + threadIdx.x] = sum;
}
void launch(const int *A, const int *B, int *C, int n)
{
    product<<<4, 128>>>(A, B, C, n);
}
