// The values go into the function as they are, whatever its threads do with them.
template <int TILE, typename size_type>
static __device__ void gemv(const float *x, float *y, size_type n, size_type stride)
{
    const size_type begin = n * blockIdx.x, end = begin + n - 1;
    const size_type t = threadIdx.x;
    float sum = 0;

    for (size_type k = begin; k <= end; k += TILE) {
        __shared__ float tile[TILE];
        tile[threadIdx.x] = x[k + t];
        __syncthreads();
        for (int j = 0; j < TILE; ++j)
            sum += tile[j];
        __syncthreads();
    }
    y[stride * t + blockIdx.x] = sum;
}

__global__ __launch_bounds__(128) void gemv_128(const float *x, float *y, size_t n, size_t stride)
{
    gemv<128, size_t>(x, y, n, stride);
}

// A pointer goes in as it is, too: the loop's end may hang on it behind the call.
static __device__ void mark(float *y)
{
    y[threadIdx.x] = 0;
}

__global__ __launch_bounds__(128) void sums(const float *__restrict__ x, float *end, float *y, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0;

    mark(y);
    for (float *at = y; at < end; at += 128) {
        tile[t] = x[at - y + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j];
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
