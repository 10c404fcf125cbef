// What is handed over by value ends in the function: its destructor stores what compute reads.
struct sample {
    float v;
    float *last;
    __device__ ~sample() { *last = v; }
};
__device__ float value(sample s)
{
    return s.v;
}

__global__ void gemv(const sample *__restrict__ x, float *__restrict__ y, const float *z, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        xs[t] = value(x[k + t]);
        __syncthreads();
        sum += xs[127 - t] * z[t];
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
