// The constructor's assembly is a barrier: in the loop, it would be one more.
struct turn {
    float v;
    __device__ turn(float f)
    {
        v = f;
        asm volatile("bar.sync 0;");
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
        turn one(xs[127 - t]);
        sum += one.v;
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
