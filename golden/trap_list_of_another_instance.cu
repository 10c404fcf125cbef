// kpipe: --stages 2
// The list keeps no address in the instance that is in sight: the output is for that one.
template <class T> struct vec {
    T x, y, z;
    vec() = default;
    __device__ vec(T a, T b, T c) : x(a), y(b), z(c) {}
};
template <class A, class B> struct pair {
    A first;
    B second;
};
__shared__ const double *last[128];
template <> struct pair<double, int> {
    double first;
    int second;
    __device__ pair(const double &a, int b)
        : first(a + (last[threadIdx.x] ? *last[threadIdx.x] : 0)), second(b)
    {
        last[threadIdx.x] = &a;
    }
};

template <class S> __global__ void sums(const vec<S> *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(16) S raw[128 * 3];
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
