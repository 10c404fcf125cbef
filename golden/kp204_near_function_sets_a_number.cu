// kpipe: --no-runtime-checks
// The function gets the record by reference and sets a number in it.
struct view {
    float *to;
    int rows;
};
__device__ void count(view &v, int n)
{
    v.rows = n;
}
__global__ void sums(float *__restrict__ in, float *out, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float s = 0.0f;
    view v;
    v.to = out;
    count(v, n);
    for (int i = 0; i < n; i += 128) {
        tile[t] = in[i + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            s += tile[j];
        v.to[i + 128 + t] = s * v.rows;
        __syncthreads();
    }
}
