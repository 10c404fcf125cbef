// kpipe: --arch sm_90
// What the column is made of is another value when the copy runs.
__global__ void __launch_bounds__(256)
    changed_later(const float *__restrict__ a, float *__restrict__ out, int rows, int n)
{
    __shared__ float s[64][32];
    int shift = n & 4;
    const int tid = threadIdx.x;
    const int row = tid / 32, column = (tid + shift) % 32;
    shift = 0;
    float sum = 0.0f;

    for (int k0 = 0; k0 < n; k0 += 32) {
        for (int r = 0; r < 64; r += 8)
            s[row + r][column] = a[(row + r) * n + k0 + column];
        __syncthreads();
        for (int j = 0; j < 32; ++j)
            sum += s[tid % 64][j];
        __syncthreads();
    }
    out[blockIdx.x * 256 + threadIdx.x] = sum;
}
