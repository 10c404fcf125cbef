// kpipe: --arch sm_90
// A name that the vectors would declare is the user's.
__global__ void __launch_bounds__(256)
    name_is_taken(const float *__restrict__ a, float *__restrict__ out, int rows, int n)
{
    __shared__ float s[8][32];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int kp_y = rows / 64;
    float sum = 0.0f;

    for (int k0 = 0; k0 < n; k0 += 32) {
        s[ty][tx] = a[(blockIdx.x * 8 + ty + kp_y) * n + k0 + tx];
        __syncthreads();
        for (int j = 0; j < 32; ++j)
            sum += s[ty][j];
        __syncthreads();
    }
    out[blockIdx.x * 256 + threadIdx.x] = sum;
}
