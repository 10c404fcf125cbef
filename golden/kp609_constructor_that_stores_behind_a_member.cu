// The member is a pointer: what the body stores lies behind it.
struct head {
    float *p;
    int n;
    __device__ head(int m)
    {
        n = m;
        p[n] = 1.0f;
    }
};
__global__ void gemv(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    head h(n);
    float sum = h.n;

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        sum += xs[127 - t];
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
