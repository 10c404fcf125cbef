// A float register would be made by way of int: the other conversion is explicit.
struct point {
    float v;
    __device__ explicit operator float() const { return 2 * v; }
    __device__ operator int() const { return 7; }
};

__global__ void gemv(const point *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        xs[t] = (float)x[k + t] + 1;
        __syncthreads();
        sum += xs[127 - t];
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
