// A float register would not take the point by itself: one of its class is converted as the element is.
struct point {
    float v;
    __device__ explicit operator float() const { return 2 * v; }
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
