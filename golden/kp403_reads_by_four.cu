// kpipe: --variant ldg --stages 2
// Up to three elements behind the end are read.
__global__ void sums(float *__restrict__ out, const float *__restrict__ q, int m)
{
    __shared__ float buf[256 * 3];
    const float p = blockIdx.x;
    float s = 0;

    for (int k0 = 0; k0 < m; k0 += 256) {
        const int end = min(m, k0 + 256) - k0;
        for (int k = threadIdx.x; k < end * 3; k += blockDim.x)
            buf[k] = q[k0 * 3 + k];
        __syncthreads();
        for (int k = 0; k < end; k += 4)
            s += (buf[k * 3] - p) * buf[k * 3 + 4] * buf[k * 3 + 11];
        __syncthreads();
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = s;
}
