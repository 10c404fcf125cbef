// kpipe: --no-widen --merge 2x2
// The grid is evaluated once, and so is each argument, in either branch.
#define T 16
__global__ void gemm(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C,
                     int n)
{
    __shared__ float As[T][T];
    __shared__ float Bs[T][T];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * T + ty;
    const int col = blockIdx.x * T + tx;
    float sum = 0.0f;

    for (int k = 0; k < n; k += T) {
        As[ty][tx] = A[row * n + k + tx];
        Bs[ty][tx] = B[(k + ty) * n + col];
        __syncthreads();
        for (int i = 0; i < T; i++)
            sum += As[ty][i] * Bs[i][tx];
        __syncthreads();
    }
    C[row * n + col] = sum;
}

static dim3 next_grid(int n)
{
    static int calls;
    calls++;
    return dim3(n / T, n / T);
}

void run(const float *A, const float *B, float *C, int n)
{
    for (int i = 0; i < 4;)
        gemm<<<next_grid(n), dim3(T, T)>>>(A, B, C + n * n * i++, n);
    if (n > 64)
        gemm<<<n / T, dim3(T, T)>>>(A, B, C, n);
    else
        gemm<<<next_grid(n), dim3(T, T)>>>(A, B, C, n);
}
