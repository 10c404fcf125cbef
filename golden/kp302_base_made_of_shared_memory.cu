// The constructor of the base reads shared memory that the loop writes.
struct cfg { int off; };
struct base { int off; __device__ base(const cfg &c) : off(c.off) {} };
struct view : base {
    __device__ view(const cfg &c) : base(c) {}
    __device__ int at(int i) const { return i + off; }
};

__global__ void gemv(const float *__restrict__ A, const float *x, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x, row = blockIdx.x * 128 + t;
    __shared__ cfg s; if (t == 0) s.off = 0; __syncthreads();
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[view(s).at(k + t)];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += A[(k + j) * n + row] * xs[j];
        if (t == 0) s.off = k;
        __syncthreads();
    }
    y[row] = sum;
}
