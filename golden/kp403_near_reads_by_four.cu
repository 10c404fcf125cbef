// kpipe: --variant ldg --stages 2
// The end is rounded down to fours, which are read at once.
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
        const int even = end - (end & 3);
        if (even == 256) {
            for (int k = 0; k < 256; k += 4)
                s += (buf[k * 3] - p) * buf[k * 3 + 4] * buf[k * 3 + 11];
        } else {
            for (int k = 0; k < even; k += 4)
                s += (buf[k * 3] - p) * buf[k * 3 + 4] * buf[k * 3 + 11];
        }
        for (int k = even; k < end; k++)
            s += buf[k * 3 + 2] * p;
        __syncthreads();
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = s;
}
