// kpipe: --stages 3
// The call may be all that a condition or a loop is for.
__global__ void vectors(const float *__restrict__ x, float *__restrict__ out, int n)
{
    __shared__ __align__(16) float xs[128];
    const int t = threadIdx.x;
    float sum = 0;

    for (int k = 0; k < n; k += 128) {
        if (t < 32)
            memcpy((float4 *)&xs[t * 4], (const float4 *)&x[k + t * 4], 16);
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += xs[j] * (j + t);
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = sum;
}

__global__ void rows(const float *__restrict__ x, float *__restrict__ out, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0;

    for (int k = 0; k < n; k += 128) {
        for (int i = t; i < 32; i += 128)
            memcpy(&xs[i * 4], &x[k + i * 4], 16);
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += xs[j] * (j + t);
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = sum;
}

void launch(const float *x, float *out, int n)
{
    vectors<<<n / 128, 128>>>(x, out, n);
    rows<<<n / 128, 128>>>(x, out, n);
}
