// kpipe: --arch sm_90
// The width of the tile binds less than ==.
__global__ void __launch_bounds__(256)
    or_of_sizes(const float *__restrict__ a, float *__restrict__ out, int rows, int n)
{
    __shared__ float s[8][16 | 32];
    const int tx = threadIdx.x, ty = threadIdx.y;
    float sum = 0.0f;

    for (int k0 = 0; k0 < n; k0 += 32) {
        s[ty][tx] = a[(blockIdx.x * 8 + ty) * n + k0 + tx];
        __syncthreads();
        for (int j = 0; j < 32; ++j)
            sum += s[ty][j];
        __syncthreads();
    }
    out[blockIdx.x * 256 + threadIdx.x] = sum;
}
