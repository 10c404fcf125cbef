// By the pointer that the object of the template holds, compute stores what the load phase reads.
template <class T>
struct cell {
    T p;
    __device__ cell(T q) : p(q) {}
};
__global__ void gemv(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t] + y[t];
        __syncthreads();
        const cell<float *> c(y);
        c.p[t] = sum += xs[127 - t];
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
