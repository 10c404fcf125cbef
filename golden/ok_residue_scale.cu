// kpipe: --variant ldg
// The accumulator is rescaled in the load phase: that belongs to its own iteration.
__global__ void decayed(const float *__restrict__ x, const float *__restrict__ decay,
                        float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float acc = 0.0f;

    for (int k = 0; k < n; k += 128) {
        const float s = decay[k / 128];
        acc *= s;
        xs[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            acc += xs[j] * (j ^ t);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = acc;
}
