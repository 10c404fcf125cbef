// As many bases as the instance says.
struct one { const float *p; };
template <class... T> struct view : T... {
    __device__ view(const float *q) { this->p = q; }
    __device__ const float &operator[](int i) const { return this->p[i]; }
};

__global__ void gemv(const float *__restrict__ A, const float *x, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x, row = blockIdx.x * 128 + t;
    const view<one> v(x);
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        xs[t] = v[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += A[(k + j) * n + row] * xs[j];
        __syncthreads();
    }
    y[row] = sum;
}
