// The sum of CUDA's vectors is the program's operator.
__device__ int made;
__device__ float2 operator+(float2 a, float2 b)
{
    made = made + 1;
    return make_float2(a.x + b.x, a.y + b.y);
}
struct cell {
    float2 v;
    __device__ cell(float2 a) : v(a + a) {}
};
__global__ void gemv(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        sum += cell(make_float2(xs[127 - t], 1.0f)).v.x;
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
