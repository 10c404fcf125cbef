// No comment asks for anything where nothing fills a shared tile.
__global__ void one(const float *__restrict__ x, float *o, int n)
{
    __shared__ float tile[64];
    float sum = 0.0f;

    // measured
    for (int i = 0; i < n; i += 64) {
        tile[threadIdx.x] = sum;
        __syncthreads();
        for (int k = 0; k < 64; ++k)
            sum += tile[k];
        __syncthreads();
    }
    o[threadIdx.x] = sum;
}

void run(const float *x, float *o, int n) { one<<<1, 64>>>(x, o, n); }
