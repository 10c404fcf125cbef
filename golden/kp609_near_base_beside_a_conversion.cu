// Near kp609_base_beside_a_conversion: the constructor shows the base, and `v ?: b` is of no account.
template <class T> struct base {
    T a;
    __host__ __device__ base(T q) : a(q) {}
};
template <class T> struct view : base<T> {
    int z;
    __host__ __device__ explicit operator bool() const { return true; }
    __host__ __device__ operator base<char>() const { return base<char>(3); }
    __device__ view(int q) : base<T>(q), z(q) {}
};
void choose(view<int> &v, base<char> b) { base<char> c = v ?: b; }

__global__ void gemv(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        view<int> v(k);
        for (int j = 0; j < 128; ++j)
            sum += (xs[j] + v.z + v.a) * (t ^ j);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
