// __restrict__ promises something of what the parameter points to: the table. The pointers in it may point anywhere.
// One that is read in front of the loop is tested.
struct view {
    const float *data;
    int pitch;
};

__global__ void table(const float *const *__restrict__ in, float *out, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        tile[t] = in[blockIdx.x][k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (t - j);
        out[blockIdx.x * n + k + t] = sum;
        __syncthreads();
    }
}

__global__ void picked(const float *const *__restrict__ in, float *out, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    const float *x = in[blockIdx.x];
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        tile[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (t - j);
        out[blockIdx.x * n + k + t] = sum;
        __syncthreads();
    }
}

__global__ void record(const view *__restrict__ in, float *out, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        tile[t] = in->data[blockIdx.x * in->pitch + k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (t - j);
        out[blockIdx.x * n + k + t] = sum;
        __syncthreads();
    }
}

__global__ void index(const int *const *__restrict__ at, const float *__restrict__ x, int *out, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        tile[t] = x[at[blockIdx.x][k + t]];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (t - j);
        out[blockIdx.x * n + k + t] = sum;
        __syncthreads();
    }
}
