// The inner object counts, where the class gives it a value and where it does not.
__device__ int made;
struct counted {
    float f;
    __device__ counted() { made = made + 1; }
    __device__ counted(float g) : f(g) { made = made + 1; }
};
struct cell {
    counted a, b;
    __device__ cell(float f) : a(f) {}
};
__global__ void gemv(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        sum += cell(xs[127 - t]).a.f;
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
