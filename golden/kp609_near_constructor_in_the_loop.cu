// The object lives in the loop: its constructor reads the tile.
struct cell {
    float v, w[2];
    __device__ cell(float f, int i)
    {
        v = f;
        for (int k = 0; k < 2; ++k)
            w[k] = i & k ? v : f + 1.0f;
    }
};
__global__ void gemv(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        cell c(xs[127 - t], k);
        sum += c.v * c.w[0] + c.w[1];
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
