// The parameter that looks like an array is a pointer to the tile.
struct cell {
    float v;
    __device__ cell(const float f[2]) : v(f[1]) {}
};
__global__ void gemv(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        sum += cell(&xs[t & 64]).v;
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
