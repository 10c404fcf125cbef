// The register that is stored was loaded in the iteration before, and then summed up: no next tile.
__global__ void scan(const float *__restrict__ x, float *__restrict__ out, int n)
{
    __shared__ float last[32];
    __shared__ float part[2 * 32 * 8];
    const int tx = threadIdx.x, ty = threadIdx.y;
    float *p = part + ty * 32 + tx;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 8) {
        int at = 0;

        if (ty == 7)
            last[tx] = sum;
        p[8 * 32] = sum;
        sum = x[(k + ty) * 32 + tx];
        *p = sum;
        __syncthreads();
        for (int off = 1; off < 8; off *= 2) {
            if (ty >= off)
                sum += p[(at - off) * 32];
            at = 8 - at;
            p[at * 32] = sum;
            __syncthreads();
        }
        sum += last[tx];
        out[(k + ty) * 32 + tx] = sum;
        __syncthreads();
    }
}
