// kpipe: --no-widen --merge 2x2
// Names that the macros give to their parameters, and to members, are no variables of the kernel.
#define T 8
template <class X> struct width {
    static const int value = sizeof(X);
};
#define WIDTH(row) width<char[row]>::value
#define FIRST(sum) sum.x
__global__ void gemm(const int *__restrict__ A, const int *__restrict__ B, int *__restrict__ C, int n)
{
    __shared__ int As[T][T];
    __shared__ int Bs[T][T];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * T + ty;
    const int col = blockIdx.x * T + tx;
    int sum = 0;

    for (int k = 0; k < n; k += T) {
        As[ty][tx] = A[row * n + k + tx];
        Bs[ty][tx] = B[(k + ty) * n + col];
        __syncthreads();
        for (int i = 0; i < T; i++)
            sum += As[ty][i] * Bs[i][tx];
        __syncthreads();
    }
    const int2 at = make_int2(3, 4);
    sum *= WIDTH(4) + FIRST(at);
    C[row * n + col] = sum;
}
