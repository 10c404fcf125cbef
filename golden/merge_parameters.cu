// kpipe: --merge 2x2
// Pointers that are moved to the block's part, and on: copies of the parameters.
#define T 16
__global__ void gemm(const float *A, const float *B, float *__restrict__ C, int n)
{
    __shared__ float As[T * T], Bs[T * T];
    const int tx = threadIdx.x, ty = threadIdx.y;
    float sum[2] = {0.0f};

    A += blockIdx.y * T * n;
    B += blockIdx.x * T;
    C += blockIdx.y * T * n + blockIdx.x * T;
    for (int k = 0; k < n; k += T) {
        As[ty * T + tx] = A[ty * n + tx];
        Bs[ty * T + tx] = B[ty * n + tx];
        __syncthreads();
        A += T;
        B += T * n;
        for (int i = 0; i < T; i++) // in one line each
            sum[i % 2] += As[ty * T + i] * Bs[i * T + tx];
        __syncthreads();
    }
    C[ty * n + tx] = sum[0] + sum[1];
}
