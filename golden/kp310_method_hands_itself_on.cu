// In the method `*this` is `source`; in the method that calls it, it would be another object.
struct Source {
    float scale;

    __device__ void load(float *tile, const float *data, int at) const;
    __device__ float sum(const float *A, int n) const;
};

__device__ float product(const Source &s, float x)
{
    return s.scale * x;
}

__device__ void Source::load(float *tile, const float *data, int at) const
{
    tile[threadIdx.x] = product(*this, data[at]);
}

__device__ float Source::sum(const float *A, int n) const
{
    __shared__ float As[128];
    Source source;
    const int t = threadIdx.x;
    float sum = 0.0f;

    source.scale = 2.0f;
    for (int k = 0; k < n; k += 128) {
        source.load(As, A, k + t);
        __syncthreads();
        for (int j = 0; j < 16; ++j)
            sum += As[(j * 33 + t * 5) % 128] * (t + j);
        __syncthreads();
    }
    return sum;
}

__global__ void __launch_bounds__(128) gemv(const float *__restrict__ A, float *__restrict__ y, int n)
{
    Source s;

    s.scale = 3.0f;
    y[blockIdx.x * 128 + threadIdx.x] = s.sum(A, n);
}
