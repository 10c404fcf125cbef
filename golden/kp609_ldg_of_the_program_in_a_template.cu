// In the template, __ldg is CUDA's for one type and the program's for the other.
struct part {
    float v;
};
__device__ part __ldg(const part *p)
{
    part r;
    r.v = p->v + 1.0f;
    return r;
}
__device__ float number(float v) { return v; }
__device__ float number(part p) { return p.v; }
template <typename T>
__global__ void gemv(const T *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ T xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        xs[t] = __ldg(&x[k + t]);
        __syncthreads();
        sum += number(xs[127 - t]);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
void run(const float *f, const part *p, float *y, int n)
{
    gemv<float><<<1, 128>>>(f, y, n);
    gemv<part><<<1, 128>>>(p, y, n);
}
