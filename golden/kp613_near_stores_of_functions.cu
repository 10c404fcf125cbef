// kpipe: --variant ldg
// Functions of the compute phase store through another name of a parameter, through a pointer in a record, and to places
// that they give back.
struct view {
    float *to;
    __device__ float &at(int i) const { return to[i]; }
};
static __device__ float &at(int i, float *p)
{
    return p[i];
}
static __device__ void keep(float *to, int t, float value)
{
    float *here = to + t;
    *here = value;
}
static __device__ void put(view v, int t, float value)
{
    v.to[t] = value;
}

__global__ void k(const float *__restrict__ A, float *__restrict__ C, float *__restrict__ D, int n)
{
    __shared__ float s[64], last[64];
    const int t = threadIdx.x;
    float sum = 0.0f;
    view v = {C};

    for (int i = 0; i < n; i += 64) {
        s[t] = A[i + t];
        __syncthreads();
        for (int j = 0; j < 64; ++j)
            sum += s[j] * (j + t);
        keep(last, t, sum);
        put(v, t, sum);
        v.at(64 + t) = sum;
        for (int j = 0; j < 2; j++)
            at(j, D) = sum;
        __syncthreads();
    }
    __syncthreads();
    C[128 + t] = last[63 - t];
}
