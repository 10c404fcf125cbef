// kpipe: --no-runtime-checks
// What a method returns, called by way of a pointer, is part of what that points to, and no local.
struct buffer {
    float data[4096];
    float *more;
    __device__ float &at(int i) { return data[i]; }
    __device__ float *all() { return data; }
    __device__ buffer *self() { return this; }
    __device__ const float &behind(int i) const { return more[i]; }
};

__global__ void element(const float *x, buffer *out, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        tile[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (t - j);
        out->at(k + t) = sum;
        __syncthreads();
    }
}

__global__ void array(const float *x, buffer *out, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        tile[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (t - j);
        out->all()[k + t] = sum;
        __syncthreads();
    }
}

__global__ void twice(const float *x, buffer *out, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        tile[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (t - j);
        out->self()->data[k + t] = sum;
        __syncthreads();
    }
}

__global__ void by_reference(const float *x, buffer *out, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        tile[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (t - j);
        float &to = out->at(k + t);
        to = sum;
        __syncthreads();
    }
}

__global__ void source(const buffer *__restrict__ x, float *out, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        tile[t] = x->behind(k + t);
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (t - j);
        out[k + t] = sum;
        __syncthreads();
    }
}
