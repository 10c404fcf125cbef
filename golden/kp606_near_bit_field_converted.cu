// What is made of a bit-field by a conversion alone does not depend on its width.
struct packed {
    unsigned low : 3;
    int high : 29;
};
__global__ void f(const packed *__restrict__ x, float *__restrict__ out, int n)
{
    __shared__ float tile[128], other[128];
    const int t = threadIdx.x;
    float sum = 0;

    for (int i = 0; i < n; i += 128) {
        const int low = x[i + t].low;
        tile[t] = low - 5 < 0;
        other[t] = (float)x[i + t].high / 3;
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (t ^ j) + other[j];
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = sum;
}
