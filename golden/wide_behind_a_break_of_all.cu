// kpipe: --arch sm_90
// All threads of a block leave the switch, or none; what some leave has ended in front of the call.
static __device__ float rows(const float *__restrict__ a, int n)
{
    __shared__ float s[64][32];
    const int tid = threadIdx.x;
    float sum = 0.0f;

    for (int k0 = 0; k0 < n; k0 += 32) {
        for (int i = tid; i < 64 * 32; i += 256)
            s[i / 32][i % 32] = a[(i / 32) * n + k0 + i % 32];
        __syncthreads();
        for (int j = 0; j < 32; ++j)
            sum += s[tid % 64][j];
        __syncthreads();
    }
    return sum;
}

__global__ void all(const float *a, float *out, int n, int kind)
{
    float sum = 0.0f;

    for (int i = 0; i < 4; i++)
        if (i > threadIdx.x)
            break;
        else
            sum += i;
    switch (kind) {
    case 0:
        if (blockIdx.x >= 128)
            break;
        sum += rows(a, n);
    }
    out[blockIdx.x * 256 + threadIdx.x] = sum;
}
