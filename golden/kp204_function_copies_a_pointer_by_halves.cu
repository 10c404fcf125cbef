// The function copies numbers: they are the two halves of a pointer to the source.
struct view {
    float *to;
};
__device__ void copy(int *to, const int *from)
{
    for (int i = 0; i < 2; ++i)
        to[i] = from[i];
}
__global__ void sums(float *__restrict__ in, float *out, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float s = 0.0f;
    view v, w;
    v.to = out;
    w.to = in;
    int *to = (int *)&v;
    copy(to, (const int *)&w);
    for (int i = 0; i < n; i += 128) {
        tile[t] = in[i + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            s += tile[j];
        v.to[i + 128 + t] = s;
        __syncthreads();
    }
}
