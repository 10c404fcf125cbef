// kpipe: --shape ring
// The cursor is a byte, too, and ends like one.
__global__ void f(const float *__restrict__ x, float *__restrict__ out, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (unsigned char i{250}; i != n; ++i) {
        tile[t] = x[i * 128 + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (t ^ j);
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = sum;
}
