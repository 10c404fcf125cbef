// A constructor behind its class, whose name has a number for a template argument.
template <int L, class T>
struct vec;
template <class T>
struct vec<3, T> {
    union { T x, r; };
    union { T y, g; };
    union { T z, b; };
    vec() = default;
    __device__ vec(T x_, T y_, T z_);
};
template <class T>
__device__ vec<3, T>::vec(T x_, T y_, T z_) : x(x_), y(y_), z(z_)
{
}
__global__ void planes(const float *__restrict__ a, float *__restrict__ y, int n)
{
    __shared__ vec<3, float> ps[128];
    const int t = threadIdx.x;
    float sum = 0;

    for (int k = 0; k < n; k += 128) {
        ps[t] = {a[k + t], a[n + k + t], a[2 * n + k + t]};
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += ps[j].x * ps[j].y + ps[j].z;
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
