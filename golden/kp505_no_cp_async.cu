// kpipe: --arch sm_75 --variant cp-async
// Turing has no asynchronous copies, and no staging registers where the copy loop has two variables.
__global__ void gemv(const float *__restrict__ A, const float *__restrict__ x,
                     float *__restrict__ y, int n)
{
    __shared__ float xs[512];
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 512) {
        for (int i = threadIdx.x, end = 512; i < end; i += blockDim.x)
            xs[i] = x[k + i];
        __syncthreads();
        for (int j = 0; j < 512; ++j)
            sum += A[(k + j) * n + row] * xs[j];
        __syncthreads();
    }
    y[row] = sum;
}
