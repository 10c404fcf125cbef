// kpipe: --arch sm_90
// The inner `row` hides the one that the column is made of.
__global__ void __launch_bounds__(256)
    same_name(const float *__restrict__ a, float *__restrict__ out, int rows, int n)
{
    __shared__ float s[64][32];
    const int row = blockIdx.x & 3;
    const int tid = threadIdx.x;
    const int column = (tid + row * 4) % 32;
    float sum = 0.0f;

    for (int k0 = 0; k0 < n; k0 += 32) {
        const int row = k0 & 7;
        for (int r = 0; r < 64; r += 8)
            s[r + tid / 32][column] = a[(row + r) * n + k0 + column];
        __syncthreads();
        for (int j = 0; j < 32; ++j)
            sum += s[tid % 64][j];
        __syncthreads();
    }
    out[blockIdx.x * 256 + threadIdx.x] = sum;
}
