// kpipe: --stages 2
// Of two-byte elements the second vector begins in the middle of the first one, whose words it replaces.
template <class T>
__global__ void meets(const float4 *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(16) T xs[2064];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 256) {
        *reinterpret_cast<float4 *>(&xs[8 * t]) = x[k + t];
        *reinterpret_cast<float4 *>(&xs[8 * t + 4]) = x[k + t + 1];
        __syncthreads();
        for (int j = 0; j < 256; ++j)
            sum += (float)xs[(j + t) % 256];
        __syncthreads();
    }
    y[blockIdx.x * 256 + t] = sum;
}

template <class T>
__global__ void meets_in_rows(const float4 *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(16) T xs[514][4];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 256) {
        *reinterpret_cast<float4 *>(&xs[2 * t][0]) = x[k + t];
        *reinterpret_cast<float4 *>(&xs[2 * t + 1][0]) = x[k + t + 1];
        __syncthreads();
        for (int j = 0; j < 256; ++j)
            sum += (float)xs[(j + t) % 256][t % 4];
        __syncthreads();
    }
    y[blockIdx.x * 256 + t] = sum;
}

__global__ void short_rows(const float4 *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(16) short xs[514][4];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 256) {
        *reinterpret_cast<float4 *>(&xs[2 * t][0]) = x[k + t];
        *reinterpret_cast<float4 *>(&xs[2 * t + 1][0]) = x[k + t + 1];
        __syncthreads();
        for (int j = 0; j < 256; ++j)
            sum += (float)xs[(j + t) % 256][t % 4];
        __syncthreads();
    }
    y[blockIdx.x * 256 + t] = sum;
}

template <class T>
__global__ void apart(const float4 *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(16) T xs[8192];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 256) {
        *reinterpret_cast<float4 *>(&xs[32 * t]) = x[k + t];
        *reinterpret_cast<float4 *>(&xs[32 * t + 16]) = x[k + t + 1];
        __syncthreads();
        for (int j = 0; j < 256; ++j)
            sum += (float)xs[(j + t) % 256];
        __syncthreads();
    }
    y[blockIdx.x * 256 + t] = sum;
}
