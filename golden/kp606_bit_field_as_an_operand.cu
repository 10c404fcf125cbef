// A bit-field of three bits is an int in arithmetic, a variable of its type is unsigned there.
struct packed {
    unsigned low : 3;
    unsigned high : 29;
};
__global__ void f(const packed *__restrict__ x, float *__restrict__ out, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0;

    for (int i = 0; i < n; i += 128) {
        tile[t] = x[i + t].low - 5 < 0;
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (t ^ j);
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = sum;
}
__global__ void added(const packed *__restrict__ x, float *__restrict__ out, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0;

    for (int i = 0; i < n; i += 128) {
        float value = -5;
        value += -x[i + t].low;
        tile[t] = value;
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (t ^ j);
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = sum;
}
