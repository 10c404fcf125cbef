// What the object points to is in the object, and is changed after the load.
struct view {
    int s[2]; const int *q; const float *p;
    __device__ view(const float *r) : q(s), p(r) { s[0] = 1; s[1] = 1; }
    __device__ const float &operator[](int i) const { return p[i * q[0]]; }
};

__global__ void gemv(const float *__restrict__ A, const float *x, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x, row = blockIdx.x * 128 + t;
    view v(x);
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        xs[t] = v[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += A[(k + j) * n + row] * xs[j];
        v.s[0] = k + 1;
        __syncthreads();
    }
    y[row] = sum;
}
