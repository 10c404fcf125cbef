// kpipe: --stages 2
// The object keeps the address of the element behind the iteration.
template <class T> struct vec {
    T x, y, z;
    vec() = default;
    __device__ vec(T a, T b, T c) : x(a), y(b), z(c) {}
    const vec *last;
    __device__ vec &operator+=(const vec &o)
    {
        last = &o;
        return *this;
    }
};

template <class S> __global__ void sums(const vec<S> *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(16) float raw[128 * 3];
    vec<S> *tile = (vec<S> *)raw;
    const int t = threadIdx.x;
    float sum = 0.0f;
    vec<S> all(0, 0, 0);

    for (int i = 0; i < n; i += 128) {
        tile[t] = x[i + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j) {
            if (i > 0)
                sum += all.last->x;
            all += tile[j];
        }
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}

void run(const vec<float> *x, float *y, int n)
{
    sums<float><<<8, 128>>>(x, y, n);
}
