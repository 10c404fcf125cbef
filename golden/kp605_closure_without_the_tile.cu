// kpipe: --variant cp-async
// A closure needs no capture for a shared array, but for a reference to one of its stages; and a copy of
// everything would copy the array.

__global__ void listed(const float *__restrict__ x, float *__restrict__ out, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        tile[t] = x[k + t];
        __syncthreads();
        auto term = [t](int j) { return tile[j] * (t - j); };
        for (int j = 0; j < 128; ++j)
            sum += term(j);
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = sum;
}

__global__ void nothing(const float *__restrict__ x, float *__restrict__ out, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        tile[t] = x[k + t];
        __syncthreads();
        auto term = [](int t, int j) { return tile[j] * (t - j); };
        for (int j = 0; j < 128; ++j)
            sum += term(t, j);
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = sum;
}

__global__ void everything(const float *__restrict__ x, float *__restrict__ out, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        tile[t] = x[k + t];
        __syncthreads();
        auto term = [=](int j) { return tile[j] * (t - j); };
        for (int j = 0; j < 128; ++j)
            sum += term(j);
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = sum;
}

__global__ void behind(const float *__restrict__ x, float *__restrict__ out, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        tile[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (t - j);
        __syncthreads();
    }
    auto last = [ t ] { return tile[127 - t]; };
    sum += last();
    out[blockIdx.x * 128 + t] = sum;
}

__global__ void record(const float *__restrict__ x, float *__restrict__ out, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        tile[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (t - j);
        __syncthreads();
    }
    struct last {
        static __device__ float of(int t) { return tile[127 - t]; }
    };
    sum += last::of(t);
    out[blockIdx.x * 128 + t] = sum;
}
