// kpipe: --variant ldg --stages 2
// Rows of three, filled by as many threads as there are and read as far, again and again: two buffers.
__global__ void sums(int b, int n, int m, const float *__restrict__ p,
                     const float *__restrict__ q, float *__restrict__ out)
{
    __shared__ float buf[256 * 3];
    for (int i = blockIdx.x; i < b; i += gridDim.x) {
        float s = 0;
        for (int k0 = 0; k0 < m; k0 += 256) {
            const int end = min(m, k0 + 256) - k0;
            for (int k = threadIdx.x; k < end * 3; k += blockDim.x)
                buf[k] = q[(i * m + k0) * 3 + k];
            __syncthreads();
            for (int j = threadIdx.x; j < n; j += blockDim.x) {
                const float x = p[i * n + j];
                for (int k = 0; k < end; k++)
                    s += (buf[k * 3] - x) * (buf[k * 3 + 1] - x) * (buf[k * 3 + 2] - x);
            }
            __syncthreads();
        }
        out[i * blockDim.x + threadIdx.x] = s;
    }
}
