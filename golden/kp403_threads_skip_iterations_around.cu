// kpipe: --variant ldg --stages 2
// In each iteration of the loop around other threads are missing.
__global__ void sums(int b, int m, const float *__restrict__ q, float *__restrict__ out)
{
    __shared__ float buf[256];
    float s = 0;
    for (int i = 0; i < b; i++) {
        if (threadIdx.x / 32 % 2 == i % 2)
            continue;
        for (int k0 = 0; k0 < m; k0 += 256) {
            const int end = min(m, k0 + 256) - k0;
            for (int k = threadIdx.x; k < end; k += blockDim.x)
                buf[k] = q[i * m + k0 + k];
            __syncthreads();
            for (int k = 0; k < end; k++)
                s += buf[k] * buf[k];
            __syncthreads();
        }
    }
    out[threadIdx.x] = s;
}
