// As kp204_pointer_in_a_table, but nothing is stored in the loop, or what is loaded is the parameter's own.
__global__ void behind(const float *const *__restrict__ in, float *const *out, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        tile[t] = in[blockIdx.x][k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (t - j);
        __syncthreads();
    }
    out[blockIdx.x][t] = sum;
}

__global__ void into_a_table(const float *__restrict__ in, float *const *out, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        tile[t] = in[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (t - j);
        out[blockIdx.x][k + t] = sum;
        __syncthreads();
    }
}
