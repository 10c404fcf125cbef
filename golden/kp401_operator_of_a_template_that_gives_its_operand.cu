// kpipe: --stages 2
// The operator, a template, gives back the element, whose address outlives the iteration.
template <class T> struct vec {
    T x, y, z;
    vec() = default;
    __device__ vec(T a, T b, T c) : x(a), y(b), z(c) {}
};
template <class T> __device__ const vec<T> &operator-(const vec<T> &a, const vec<T> &b)
{
    return a.x > b.x ? a : b;
}

__global__ void sums(const vec<float> *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(16) float raw[128 * 3];
    vec<float> *tile = (vec<float> *)raw;
    const int t = threadIdx.x;
    float sum = 0.0f;
    const vec<float> *last = nullptr;

    for (int i = 0; i < n; i += 128) {
        tile[t] = x[i + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j) {
            if (last)
                sum += last->x;
            last = &(tile[j] - tile[t]);
        }
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}

void run(const vec<float> *x, float *y, int n)
{
    sums<<<8, 128>>>(x, y, n);
}
