// kpipe: --stages 2
// A kernel of this file alone, with dynamic memory beside the tile whose size a local says.
static __global__ void nearest(const float *__restrict__ data, int n, float *__restrict__ out)
{
    extern __shared__ float best[];
    __shared__ float tile[256];
    float sum = 0;

    for (int start = 0; start < n; start += 256) {
        tile[threadIdx.x] = data[start + threadIdx.x];
        __syncthreads();
        for (int i = 0; i < 256; i++)
            sum += tile[i] * (float)i;
        __syncthreads();
    }
    best[threadIdx.x] = sum;
    __syncthreads();
    out[blockIdx.x * 256 + threadIdx.x] = best[threadIdx.x ^ 1];
}

void launch(const float *data, int n, float *out)
{
    int threads = 256;

    nearest<<<64, threads, threads * sizeof(float)>>>(data, n, out);
}
