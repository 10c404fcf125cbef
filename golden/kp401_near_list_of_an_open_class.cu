// kpipe: --stages 2
// The list makes an object of values, in the instance that is in sight.
template <class T> struct vec {
    T x, y, z;
    vec() = default;
    __device__ vec(T a, T b, T c) : x(a), y(b), z(c) {}
};
template <class A, class B> struct pair {
    A first;
    B second;
};

template <class S> __global__ void sums(const vec<S> *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(16) float raw[128 * 3];
    vec<S> *tile = (vec<S> *)raw;
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int i = 0; i < n; i += 128) {
        tile[t] = x[i + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j) {
            pair<S, int> p{tile[j].x, j};
            sum += p.first * p.second;
        }
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}

void run(const vec<float> *x, float *y, int n)
{
    sums<float><<<8, 128>>>(x, y, n);
}
