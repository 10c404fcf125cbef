// kpipe: --variant ldg --stages 2
// The loop around says where the fill begins: it leaves numbers of its last iteration.
__global__ void sums(int b, int m, const float *__restrict__ q, float *__restrict__ out)
{
    __shared__ float buf[256];
    float s = 0;
    for (int i = 0; i < b; i++)
        for (int k0 = 0; k0 < m; k0 += 256) {
            const int end = min(m, k0 + 256) - k0;
            for (int k = threadIdx.x + i; k < end; k += blockDim.x)
                buf[k] = q[i * m + k0 + k];
            __syncthreads();
            for (int k = 0; k < end; k++)
                s += buf[k] * buf[k];
            __syncthreads();
        }
    out[threadIdx.x] = s;
}
