// kpipe: --arch sm_90
// Every thread sets another element of its array.
__global__ void __launch_bounds__(256)
    chosen_element(const float *__restrict__ a, float *__restrict__ out, int rows, int n)
{
    __shared__ float s[64][32];
    const int tid = threadIdx.x;
    int offs[2] = {0, 0};
    offs[tid & 1] = 4;
    float sum = 0.0f;

    for (int k0 = 0; k0 < n; k0 += 32) {
        for (int i = tid; i < 64 * 32; i += 256)
            s[i / 32][i % 32] = a[(blockIdx.x * 64 + i / 32) * n + k0 + i % 32 + offs[0] * 4];
        __syncthreads();
        for (int j = 0; j < 32; ++j)
            sum += s[tid % 64][j];
        __syncthreads();
    }
    out[blockIdx.x * 256 + threadIdx.x] = sum;
}
