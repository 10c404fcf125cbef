// Compute would have to get a copy of what the body itself declares.
__global__ void __launch_bounds__(256)
    declared(const float *__restrict__ a, float *__restrict__ out, int n)
{
    __shared__ float s[32][33];
    const int tx = threadIdx.x % 32, ty = threadIdx.x / 32;
    float sum = 0.0f;
    int pos = 0;

    for (int k = 0; k < n; k += 32) {
        int base;
        base = pos++;
        for (int i = ty; i < 32; i += 8)
            s[i][tx] = a[(base * 32 + i) * n + tx];
        __syncthreads();
        for (int j = 0; j < 32; ++j)
            sum += s[tx][j] * base;
        __syncthreads();
    }
    out[blockIdx.x * 256 + threadIdx.x] = sum;
}

__global__ void __launch_bounds__(256)
    in_a_block(const float *__restrict__ a, float *__restrict__ out, int n)
{
    __shared__ float s[32][33];
    const int tx = threadIdx.x % 32, ty = threadIdx.x / 32;
    float sum = 0.0f;
    int pos = 0;

    for (int k = 0; k < n; k += 32) {
        {
        int base;
        base = pos++;
        for (int i = ty; i < 32; i += 8)
            s[i][tx] = a[(base * 32 + i) * n + tx];
        __syncthreads();
        for (int j = 0; j < 32; ++j)
            sum += s[tx][j] * base;
        __syncthreads();
        }
    }
    out[blockIdx.x * 256 + threadIdx.x] = sum;
}
