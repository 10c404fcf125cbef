// kpipe: --variant ldg --stages 2
// The threads that fill the tile, and how, are the same each time: below the bound nothing is old.
__global__ void sums(float *__restrict__ out, const float *__restrict__ q, int m)
{
    __shared__ float buf[128];
    const float p = blockIdx.x;
    float s = 0;

    for (int k0 = 0; k0 < m; k0 += 128) {
        const int end = min(m, k0 + 128) - k0;
        if (threadIdx.y == 1)
            for (int k = threadIdx.x * 2; k < 128; k += 6)
                if (k % 5 && k + k0 < m)
                    buf[k] = q[k0 + k];
        __syncthreads();
        for (int k = 0; k < end; k += 2)
            if (k % 5)
                s += buf[k] * p;
        __syncthreads();
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = s;
}
