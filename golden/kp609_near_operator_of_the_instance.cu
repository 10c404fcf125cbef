// In the instance, << is a function of the program.
struct cell {
    float v;
    __device__ void operator<<(float by) { v += by; }
};
template <class T> __device__ void push(T &c, float by) { c << by; }

__global__ void gemv(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;
    cell c{0.0f};

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        push(c, xs[127 - t]);
        sum += c.v;
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
