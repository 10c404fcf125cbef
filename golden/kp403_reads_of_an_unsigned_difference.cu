// kpipe: --variant ldg --stages 2
// Behind the end an unsigned difference is large.
__global__ void sums(float *__restrict__ out, const float2 *__restrict__ x, unsigned n)
{
    __shared__ float2 t[128];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    float s = n > 0 ? 0 : __builtin_nanf("");

    for (unsigned off = 0; off < n + 128u; off += 128) {
        const unsigned j = off + threadIdx.x;
        if (j < n) {
            t[threadIdx.x].x = x[j].x;
            t[threadIdx.x].y = x[j].y;
        }
        __syncthreads();
        const unsigned most = min(128u, n - off);
        for (unsigned q = 0; q < most; q++) {
            const float2 v = t[q];
            s += v.x * v.y;
        }
        __syncthreads();
    }
    if (i < n)
        out[i] = s;
}
