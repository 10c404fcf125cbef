// kpipe: --variant ldg --stages 2
// Unsigned numbers, upwards.
__global__ void sums(float *__restrict__ out, const float *__restrict__ q, unsigned m)
{
    __shared__ float buf[256 * 3];
    const float p = blockIdx.x;
    float s = 0;

    for (unsigned k0 = 0; k0 < m; k0 += 256) {
        const unsigned end = min(m, k0 + 256) - k0;
        for (unsigned k = threadIdx.x; k < end; k += blockDim.x)
            buf[k] = q[k0 + k];
        __syncthreads();
        for (unsigned k = 0; k < end; k++)
            s += buf[k] * p;
        __syncthreads();
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = s;
}
