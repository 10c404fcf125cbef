// The kernel puts the source into its parameter, a record, and stores by that.
struct view {
    float *to;
    int rows;
};
__global__ void sums(float *__restrict__ in, view v, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float s = 0.0f;
    v.to = in;
    for (int i = 0; i < n; i += 128) {
        tile[t] = in[i + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            s += tile[j];
        v.to[i + 128 + t] = s;
        __syncthreads();
    }
}
