// A reference to what is const, and the helper stores the thread's own bound there.
struct params {
    int n;
    float box;
};

__device__ void cut(const params &p)
{
    const_cast<params &>(p).n = threadIdx.x;
}

__global__ void gemv(params p, const float *__restrict__ x, float *__restrict__ y)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    if (t > 64)
        cut(p);
    for (int k = 0; k < p.n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        sum += xs[127 - t];
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
