// kpipe: --stages 2
// The members of a partial specialisation are in unions without names: these are no bases.
template <int N, class T> struct vec;
template <class T> struct vec<3, T> {
    union { T x, r; };
    union { T y, g; };
    union { T z, b; };
    vec() = default;
    __device__ vec(T a, T b, T c) : x(a), y(b), z(c) {}
};
template <class T> __device__ vec<3, T> operator-(const vec<3, T> &a, const vec<3, T> &b)
{
    return vec<3, T>(a.x - b.x, a.y - b.y, a.z - b.z);
}

__global__ void sums(const vec<3, float> *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(16) float raw[128 * 3];
    vec<3, float> *tile = (vec<3, float> *)raw;
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int i = 0; i < n; i += 128) {
        tile[t] = x[i + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j) {
            vec<3, float> d = tile[j] - tile[t];
            sum += d.x * d.b;
        }
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
