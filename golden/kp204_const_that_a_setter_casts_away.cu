// The record is const to the function, which makes its pointer point to the source.
struct view {
    float *to;
};
__device__ void aim(const view &v, float *p)
{
    const_cast<view &>(v).to = p;
}
__global__ void sums(float *__restrict__ in, float *out, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float s = 0.0f;
    view v;
    v.to = out;
    aim(v, in);
    for (int i = 0; i < n; i += 128) {
        tile[t] = in[i + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            s += tile[j];
        v.to[i + 128 + t] = s;
        __syncthreads();
    }
}
