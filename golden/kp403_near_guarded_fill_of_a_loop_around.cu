// kpipe: --variant ldg --stages 2
// The tile lives through the iterations of the loop around it, which all threads make.
__global__ void sums(float *__restrict__ out, const float2 *__restrict__ x, int n)
{
    __shared__ float2 t[128];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    float s = 0;

    for (int o = 0; o < 3; o++)
        for (int off = 0; off < n; off += 128) {
            const int j = off + threadIdx.x;
            if (j < n) {
                t[threadIdx.x].x = x[j].x;
                t[threadIdx.x].y = x[j].y;
            }
            __syncthreads();
            const int most = min(128, n - off);
            for (int q = 0; q < most; q++) {
                const float2 v = t[q];
                s += v.x * v.y;
            }
            __syncthreads();
        }
    if (i < n)
        out[i] = s;
}
