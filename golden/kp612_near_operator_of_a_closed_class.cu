// kpipe: --stages 2
// The operands are closed in the input and deduced in the output; other operators of the name are in sight.
template <class T> struct vec {
    T x, y, z;
    vec() = default;
    __device__ vec(T a, T b, T c) : x(a), y(b), z(c) {}
};
struct other {
    float q;
};
__device__ other operator-(const other &a, const other &b) { return other{a.q - b.q}; }
template <class T> __device__ vec<T> operator-(const vec<T> &a, const vec<T> &b)
{
    return vec<T>(a.x - b.x, a.y - b.y, a.z - b.z);
}

template <class S> __global__ void sums(const vec<float> *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(16) float raw[128 * 3];
    vec<float> *tile = (vec<float> *)raw;
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int i = 0; i < n; i += 128) {
        tile[t] = x[i + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j) {
            vec<float> d = tile[j] - tile[t];
            sum += d.x * d.z;
        }
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}

void run(const vec<float> *x, float *y, int n)
{
    sums<float><<<8, 128>>>(x, y, n);
}
