// A constructor of a member keeps what it is given.
__device__ int turns;
struct checked {
    int n;
    __device__ checked(int m) : n(m + 1) {}
};
struct view {
    const float *p;
    checked count;
};
__global__ void gemv(const float *__restrict__ A, const float *__restrict__ x,
                     float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;
    for (int k = 0; k < n; k += 128) {
        const view v = {x, k};
        xs[t] = v.p[v.count.n + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += xs[j];
        __syncthreads();
    }
    y[t] = sum;
}
