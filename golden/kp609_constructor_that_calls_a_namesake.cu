// The vector is made by the program's own function of a better match.
__device__ int made;
struct number {
    float f;
};
__device__ float2 make_float2(number a, number b)
{
    made = made + 1;
    return make_float2(a.f, b.f);
}
struct cell {
    float2 v;
    __device__ cell(number a) : v(make_float2(a, a)) {}
};
__global__ void gemv(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        const number f = {xs[127 - t]};
        sum += cell(f).v.x;
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
