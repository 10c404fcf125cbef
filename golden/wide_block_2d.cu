// kpipe: --arch sm_90
// One element per thread of a two-dimensional block; the launch is elsewhere.
__global__ void block_2d(const float *__restrict__ a, float *__restrict__ out, int rows, int n)
{
    __shared__ float s[8][32];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.x * 8 + ty;
    float sum = 0.0f;

    for (int k0 = 0; k0 < n; k0 += 32) {
        if (row < rows && k0 + tx < n)
            s[ty][tx] = a[row * n + k0 + tx];
        else
            s[ty][tx] = 0.0f;
        __syncthreads();
        for (int j = 0; j < 32; ++j)
            sum += s[ty][j];
        __syncthreads();
    }
    out[blockIdx.x * 256 + threadIdx.x + threadIdx.y * 32] = sum;
}
