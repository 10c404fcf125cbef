// An array among the members has values: making the object stores them.
struct pair {
    float l[2] = {1, 2};
};

__global__ void gemv(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        pair p;
        xs[t] = x[k + t];
        __syncthreads();
        p.l[0] = xs[127 - t];
        p.l[1] = xs[t];
        sum += p.l[0] * p.l[1];
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
