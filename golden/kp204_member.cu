// Pointers in a struct: no restrict reaches them.
struct job {
    const float *__restrict__ x;
    float *__restrict__ y;
    int n;
};

__global__ void filter(job p)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;

    for (int i = blockIdx.x * p.n; i < (blockIdx.x + 1) * p.n; i += 128) {
        tile[t] = p.x[i + t];
        __syncthreads();
        float v = 0.0f;
        for (int j = 0; j <= t; ++j)
            v += tile[j] * (t - j);
        p.y[i + t] = v;
        __syncthreads();
    }
}
