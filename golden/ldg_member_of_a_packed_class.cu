// kpipe: --variant cp-async
// A member of a packed class does not lie where cp.async could read it: nvcc splits such a load.
#pragma pack(push, 1)
struct Block {
    short scale;
    unsigned quants[4];
};
#pragma pack(pop)

__global__ void sum(const Block *__restrict__ blocks, float *__restrict__ out, int n)
{
    __shared__ unsigned tile[128];
    const int t = threadIdx.x;
    float acc = 0.0f;

    for (int k = 0; k < n; k += 128) {
        tile[t] = blocks[(k + t) / 4].quants[t & 3];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            acc += tile[j] & 15;
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = acc;
}

void launch(const Block *blocks, float *out, int n)
{
    sum<<<4, 128>>>(blocks, out, n);
}
