// kpipe: --stages 2
// An object behind a pointer that the template has, called in parentheses.
template <class T> struct matrix {
    const T *p;
    int width;
    __device__ T operator()(int r, int c) const { return p[r * width + c]; }
};
template <class T> __global__ void sums(const T *__restrict__ x, T *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;
    const matrix<T> A{x, n};
    const matrix<T> *B = &A;
    for (int k = 0; k < n; k += 128) {
        xs[t] = (*B)(blockIdx.x, k + t);
        __syncthreads();
        for (int i = 0; i < 128; i++)
            sum += xs[i] * i;
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}

template <class T> __global__ void given(const matrix<T> *B, T *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;
    for (int k = 0; k < n; k += 128) {
        xs[t] = (*B)(blockIdx.x, k + t);
        __syncthreads();
        for (int i = 0; i < 128; i++)
            sum += xs[i] * i;
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
void run(const float *x, const matrix<float> *B, float *y, int n)
{
    sums<<<3, 128>>>(x, y, n);
    given<<<3, 128>>>(B, y, n);
}
