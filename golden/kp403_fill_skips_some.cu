// kpipe: --variant ldg --stages 2
// Some numbers are skipped.
__global__ void sums(float *__restrict__ out, const float *__restrict__ q, int m)
{
    __shared__ float buf[256 * 3];
    const float p = blockIdx.x;
    float s = 0;

    for (int k0 = 0; k0 < m; k0 += 256) {
        const int end = min(m, k0 + 256) - k0;
        for (int k = threadIdx.x; k < end; k += blockDim.x) {
            if (k > 3) {
                if (q[k0 + k] > 7)
                    continue;
            }
            buf[k] = q[k0 + k];
        }
        __syncthreads();
        for (int k = 0; k < end; k++)
            s += buf[k] * p;
        __syncthreads();
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = s;
}
