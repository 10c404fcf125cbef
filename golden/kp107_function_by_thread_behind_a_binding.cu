// kpipe: --arch sm_90
// The loop itself begins at another index in each thread: what the caller hands over is not the reason.
struct part {
    int first, warp;
};

static __device__ float rows(const float *__restrict__ a, int n)
{
    __shared__ float s[64][32];
    const int tid = threadIdx.x;
    float sum = 0.0f;

    for (int k0 = tid; k0 < n; k0 += 32) {
        for (int i = tid; i < 64 * 32; i += 256)
            s[i / 32][i % 32] = a[(i / 32) * n + k0 + i % 32];
        __syncthreads();
        for (int j = 0; j < 32; ++j)
            sum += s[tid % 64][j];
        __syncthreads();
    }
    return sum;
}

__global__ void some(const float *a, float *out, int n)
{
    part p = {0, (int)threadIdx.x / 32};
    auto [first, warp] = p;

    if (warp >= 4)
        return;
    out[blockIdx.x * 256 + threadIdx.x] = rows(a + first, n);
}
