// One scalar per tile, loaded by one thread, next to an array.
__global__ void grouped(const signed char *__restrict__ q, const float *__restrict__ scale,
                        float *__restrict__ y, int n)
{
    __shared__ int qs[128];
    __shared__ float s;
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        qs[t] = q[k + t];
        if (t == 0)
            s = scale[k / 128];
        __syncthreads();
        int part = 0;
        for (int j = 0; j < 128; ++j)
            part += qs[j] * (j ^ t);
        sum += s * part;
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
