// A macro for the template's head opens nothing to callers in other files.
#define TEMPLATE template <typename T>
TEMPLATE
__device__ void tiles(const T *__restrict__ A, const T *__restrict__ B, T *__restrict__ C, int n)
{
    __shared__ T as[16][16];
    __shared__ T bs[16][16];
    const int tx = threadIdx.x & 15, ty = threadIdx.x / 16, row = blockIdx.y * 16 + ty, column = blockIdx.x * 16 + tx;
    T sum = 0;

    for (int k = 0; k < n; k += 16) {
        as[ty][tx] = A[row * n + k + tx];
        bs[ty][tx] = B[(k + ty) * n + column];
        __syncthreads();
        for (int j = 0; j < 16; j++)
            sum += as[ty][j] * bs[j][tx];
        __syncthreads();
    }
    C[row * n + column] = sum;
}
static __global__ void __launch_bounds__(256) product(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int n)
{
    tiles(A, B, C, n);
}
void run(const float *A, const float *B, float *C, int n)
{
    product<<<dim3(n / 16, n / 16), 256>>>(A, B, C, n);
}
