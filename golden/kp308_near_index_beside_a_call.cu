// The index is the function's, and one of the loops that set it calls functions: the copy loop has it to itself.
struct complex {
    float re, im;
    __device__ float real() const { return re; }
};

__device__ float scaled(float a, int b)
{
    return a * b;
}

__global__ void transform(const float *__restrict__ x, const complex *__restrict__ d, float *__restrict__ y, int rows)
{
    __shared__ float tile[512];
    __shared__ float factors[512];
    int index, at;
    const int n = rows / blockDim.y, t = threadIdx.y * 32 + threadIdx.x;
    float v = 0;

    for (int i = 0; i < n; i++) {
        index = threadIdx.y + i * blockDim.y;
        at = index * 32 + threadIdx.x;
        factors[at] = scaled(d[at].real(), i);
    }
    __syncthreads();
    for (int k = 0; k < 16; k++) {
        for (int i = 0; i < n; i++) {
            index = threadIdx.y + i * blockDim.y;
            at = index * 32 + threadIdx.x;
            tile[at] = x[k * 512 + at];
        }
        __syncthreads();
        for (int j = 0; j < 512; j++)
            v += tile[j] * factors[j];
        __syncthreads();
        tile[t] = v;
        __syncthreads();
        y[k * 512 + t] = tile[t ^ 1];
        __syncthreads();
    }
}
