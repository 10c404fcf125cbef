// The parse does not know one of the instances: an argument of its type is one of several functions.
__device__ float half_of(float x) { return x / 2; }
__device__ double half_of(double x) { return x / 2; }
template <float (*F)(float)> struct result_of {
    typedef double type;
};
template <class T> struct matrix {
    const T *p;
    int ld;
    __device__ T at(int i, int j) const { return p[i * ld + j]; }
};
template <class T, class A> __global__ void sums(T *__restrict__ out, A a, int n)
{
    __shared__ T part[64];
    T sum = 0;
    for (int k = 0; k < n; k++) {
        part[threadIdx.x] = a.at(k, threadIdx.x);
        __syncthreads();
        for (int j = 0; j < 64; j++)
            sum += part[j];
        __syncthreads();
    }
    out[threadIdx.x] = sum;
}
void launch(float *o, const float *x, double *p, const double *y, int n)
{
    auto other = sums<result_of<half_of>::type, matrix<double>>;
    sums<<<1, 64>>>(o, matrix<float>{x, 64}, n);
    other<<<1, 64>>>(p, matrix<double>{y, 64}, n);
}
