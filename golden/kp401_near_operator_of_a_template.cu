// kpipe: --stages 2
// The operator is a template, the class that it is called for is closed: it keeps no address.
template <class T> struct vec {
    T x, y, z;
    vec() = default;
    __device__ vec(T a, T b, T c) : x(a), y(b), z(c) {}
};
template <class T> __device__ vec<T> operator-(const vec<T> &a, const vec<T> &b)
{
    return vec<T>(a.x - b.x, a.y - b.y, a.z - b.z);
}

__global__ void sums(const vec<float> *__restrict__ x, float *__restrict__ y, int n)
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
    sums<<<8, 128>>>(x, y, n);
}
