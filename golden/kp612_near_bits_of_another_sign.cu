// kpipe: --variant ldg
// An int that goes through an unsigned has its bits.
__global__ void summed(const int *x, unsigned *out, int n)
{
    __shared__ unsigned tile[128];
    unsigned sum = 0;

    for (int i = 0; i < n; i += 128) {
        tile[threadIdx.x] = i + threadIdx.x < n ? x[i + threadIdx.x] : 0u;
        __syncthreads();
        for (int k = 0; k < 128; k++)
            sum += tile[k] * tile[k ^ threadIdx.x];
        __syncthreads();
    }
    out[threadIdx.x] = sum;
}
