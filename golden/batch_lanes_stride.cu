// kpipe: --batch 4
// The lanes of a warp take turns; the loads are by __ldg, and functions of numbers use them.
__global__ void gemv(const float *__restrict__ A, const float *__restrict__ x, float *__restrict__ y,
                     int n, int rows)
{
    __shared__ float xs[128];
    const int tx = threadIdx.x, row = blockIdx.x * 128 + tx;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        xs[tx] = k + tx < n ? x[k + tx] : 0.0f;
        __syncthreads();
        const int count = min(128, n - k);
#pragma unroll 2
        for (int j = tx % 32; j < count; j += 32) // as the warps are
            sum = fmaf(__ldg(&A[(k + j) * rows + row]), xs[j], sum);
        __syncthreads();
    }
    y[row] = sum;
}
