// As in kp107_near_named_bounds, but what a name stands for is not what start and bound have in common:
// it was changed in between, read from memory, cut off, or made of an unsigned value.
__global__ void changed(const float *__restrict__ x, float *__restrict__ out, int n, int c)
{
    __shared__ float tile[128];
    const int t = threadIdx.x, b = blockIdx.x;
    float sum = 0.0f;
    int at = t;
    const int first = at;
    at = at * 2;
    const int last = n + at;

    for (int i = first; i < last; i += 128) {
        tile[t] = x[i];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (t - j);
        __syncthreads();
    }
    out[b * 128 + t] = sum;
}

__global__ void reread(const float *__restrict__ x, float *__restrict__ out, int *m, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x, b = blockIdx.x;
    float sum = 0.0f;
    const int first = m[t];
    m[t] = t;
    const int last = n + m[t];

    for (int i = first; i < last; i += 128) {
        tile[t] = x[i];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (t - j);
        __syncthreads();
    }
    out[b * 128 + t] = sum;
}

__global__ void cut_off(const float *__restrict__ x, float *__restrict__ out, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x, b = blockIdx.x;
    float sum = 0.0f;
    const int first = t;
    const short last = n + t;

    for (int i = first; i < last; i += 128) {
        tile[t] = x[i];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (t - j);
        __syncthreads();
    }
    out[b * 128 + t] = sum;
}

__global__ void wraps(const float *__restrict__ x, float *__restrict__ out, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x, b = blockIdx.x;
    float sum = 0.0f;
    const int first = t;
    const unsigned last = n + t;

    for (int i = first; i < last; i += 128) {
        tile[t] = x[i];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (t - j);
        __syncthreads();
    }
    out[b * 128 + t] = sum;
}

__global__ void set_twice(const float *__restrict__ x, float *__restrict__ out, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x, b = blockIdx.x;
    float sum = 0.0f;
    int first = t, last = n + t;
    if (t & 1)
        last += 128;

    for (int i = first; i < last; i += 128) {
        tile[t] = x[i];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (t - j);
        __syncthreads();
    }
    out[b * 128 + t] = sum;
}

__global__ void twice_the_thread(const float *__restrict__ x, float *__restrict__ out, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x, b = blockIdx.x;
    float sum = 0.0f;
    const int first = t, last = n + 2 * first;

    for (int i = first; i < last; i += 128) {
        tile[t] = x[i];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (t - j);
        __syncthreads();
    }
    out[b * 128 + t] = sum;
}
