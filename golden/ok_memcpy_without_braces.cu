// kpipe: --stages 3
// The call may be all that a condition or a loop is for.
__global__ void under_a_condition(const float *__restrict__ x, float *__restrict__ out, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0;

    for (int k = 0; k < n; k += 128) {
        if (t < 32)
            memcpy(&xs[t * 4], &x[k + t * 4], 16);
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += xs[j] * (j + t);
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = sum;
}

__global__ void in_a_loop(const float *__restrict__ x, float *__restrict__ out, int n)
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
    under_a_condition<<<n / 128, 128>>>(x, out, n);
    in_a_loop<<<n / 128, 128>>>(x, out, n);
}
