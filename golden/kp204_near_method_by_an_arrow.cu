// As kp204_method_by_an_arrow, but the source is promised, or the method is a local object's.
struct buffer {
    float data[4096];
    float *more;
    __device__ float &at(int i) { return data[i]; }
    __device__ float *all() { return data; }
    __device__ buffer *self() { return this; }
    __device__ const float &behind(int i) const { return more[i]; }
};

__global__ void element(const float *__restrict__ x, buffer *out, int n)
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

__global__ void own(const float *x, float *out, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    struct pair {
        float low, high;
        __device__ float &part(int i) { return i ? high : low; }
    } sum = {0.0f, 0.0f}, *p = &sum;

    for (int k = 0; k < n; k += 128) {
        tile[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            p->part(j & 1) += tile[j] * (t - j);
        __syncthreads();
    }
    out[t] = sum.low - sum.high;
}
