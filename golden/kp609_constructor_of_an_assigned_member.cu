// What looks like a number's assignment calls the member's operator.
__device__ int made;
struct counted {
    float n;
    __device__ void operator=(float f)
    {
        n = f;
        made = made + 1;
    }
};
template <typename T>
struct cell {
    T v;
    __device__ cell(float f)
    {
        v = f;
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
        cell<counted> c(xs[127 - t]);
        sum += c.v.n;
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
