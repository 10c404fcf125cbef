// The read is made in a copy constructor with a body: which one a register of the class would take is not known.
struct point {
    float x, y;
    point() = default;
    __host__ __device__ point(const point &p) : x(p.x), y(p.y) {}
};
__global__ void gemv(const point *__restrict__ ps, const int *__restrict__ ids, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        const point p = ps[ids[k + t]];
        xs[t] = p.x * p.y;
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += xs[j];
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
