// Two fills of three stay where they are, and do not write all elements; another array is filled beside the first.
__global__ void sums(const float *__restrict__ x, const float *__restrict__ z, float *__restrict__ y, int n)
{
    __shared__ float kv[128], w[128];
    const int t = threadIdx.x;
    float v = 0.0f;
    for (int i = 0; i < n; i += 128) {
        __syncthreads();
        w[t] = z[i + t + 300];
        if (i + t < n - 5)
            kv[t] = x[i + t];
        else
            kv[t] = 0;
        __syncthreads();
        v += kv[127 - t];
        __syncthreads();
        if (t & 1)
            kv[t] = z[i + t];
        __syncthreads();
        v = v * 2 + kv[127 - t] * w[t ^ 3];
        __syncthreads();
        kv[127 - t] = z[i + t + 1];
        __syncthreads();
        v = v * 2 + kv[127 - t];
    }
    y[t] = v;
}
