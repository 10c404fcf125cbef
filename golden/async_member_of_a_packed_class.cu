// kpipe: --variant cp-async
// What is packed by no more than its own alignment lies where cp.async reads it.
#pragma pack(push, 4)
struct Block {
    int scale;
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
