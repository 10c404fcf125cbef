// kpipe: --assume-no-alias
// The pointer in the struct is read and written: not even the user's word helps.
struct job {
    float *x;
    int n;
};

__global__ void filter(job p)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;

    for (int i = 0; i < p.n; i += 128) {
        tile[t] = p.x[i + t];
        __syncthreads();
        float v = 0.0f;
        for (int j = 0; j <= t; ++j)
            v += tile[j] * (t - j);
        p.x[i + 128 + t] = v;
        __syncthreads();
    }
}
