// A member of the base is reached by the class that has it.
struct base {
    float v;
};
struct cell : base {
    float w;
};
__global__ void gemv(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;
    cell c;
    c.v = 2.0f;

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        sum += xs[127 - t] * c.v;
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
