// As kp205_pointer_from_elsewhere, but the other pointers point nowhere, or where this one does.

__global__ void null(const float *__restrict__ x, float *out, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0.0f;
    const float *from = nullptr, *other = 0;

    if (n > 1024)
        other = x + 1024;
    if (other)
        from = other;
    else
        from = x;

    for (int k = 0; k < n; k += 128) {
        tile[t] = from[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (t - j);
        out[k + t] = sum;
        __syncthreads();
    }
}

__global__ void swapped(const float *__restrict__ x, float *out, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0.0f;
    const float *from = x, *other = x + 1024;

    for (int i = 0; i < 3; ++i) {
        const float *third = from;
        from = other;
        other = third;
    }

    for (int k = 0; k < n; k += 128) {
        tile[t] = from[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (t - j);
        out[k + t] = sum;
        __syncthreads();
    }
}
