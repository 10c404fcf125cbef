// kpipe: --arch sm_90
// Threads that leave the switch copy nothing in the function that it calls then, and those that
// return behind a break of others nothing in the kernel's loop.
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

__global__ void some(const float *a, float *out, int n, int kind)
{
    float sum = 0.0f;

    switch (kind) {
    case 0:
        if (threadIdx.x >= 128)
            break;
        sum = rows(a, n);
    }
    out[blockIdx.x * 256 + threadIdx.x] = sum;
}

__global__ void returning(const float *__restrict__ a, float *out, int n)
{
    __shared__ float s[64][32];
    const int tid = threadIdx.x;
    float sum = 0.0f;

    while (n > 0) {
        if (tid < 128)
            break;
        return;
    }
    for (int k0 = 0; k0 < n; k0 += 32) {
        for (int i = tid; i < 64 * 32; i += 256)
            s[i / 32][i % 32] = a[(i / 32) * n + k0 + i % 32];
        __syncthreads();
        for (int j = 0; j < 32; ++j)
            sum += s[tid % 64][j];
        __syncthreads();
    }
    out[blockIdx.x * 256 + tid] = sum;
}
