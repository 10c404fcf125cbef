// Counts down to zero in unsigned arithmetic: k - 128 must never be compared.
__global__ void backwards(const float *__restrict__ x, float *__restrict__ y, unsigned n)
{
    __shared__ float xs[128];
    const unsigned t = threadIdx.x;
    float sum = 0.0f;

    for (unsigned k = n; k != 0; k -= 128) {
        xs[t] = x[k - 128 + t];
        __syncthreads();
        for (unsigned j = 0; j < 128; ++j)
            sum = sum * 0.5f + xs[j];
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
