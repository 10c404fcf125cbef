// kpipe: --variant ldg --stages 2
// Below zero, the bound of the fill is large and nothing is filled.
__global__ void sums(float *__restrict__ out, const float2 *__restrict__ x, unsigned n)
{
    __shared__ float2 t[128];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    float s = n > 0 ? 0 : __builtin_nanf("");

    for (int off = -64; off < (int)n; off += 128) {
        const unsigned j = off + threadIdx.x;
        if (j < n) {
            t[threadIdx.x].x = x[j].x;
            t[threadIdx.x].y = x[j].y;
        }
        __syncthreads();
        const long most = min(128L, (long)n - off);
        for (long q = 0; q < most; q++) {
            const float2 v = t[q];
            s += v.x * v.y;
        }
        __syncthreads();
    }
    if (i < n)
        out[i] = s;
}
