// Constructors of class templates, in and out of the class, for numbers.
template <class T>
struct vec {
    T x, y;
    __device__ vec() : x(0), y(0) {}
    __device__ vec(T a, T b) : x(a), y(b) {}
    template <class U>
    __device__ vec(const vec<U> &o) : x(o.x), y(o.y)
    {
    }
    __device__ vec(T a);
    __device__ vec operator+(const vec &o) const { return vec(x + o.x, y + o.y); }
};
template <class T>
__device__ vec<T>::vec(T a)
{
    x = y = a;
}
__global__ void gemv(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    vec<double> sum;

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        const vec<float> v(xs[127 - t]);
        sum = sum + vec<double>(v);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum.x + sum.y;
}
