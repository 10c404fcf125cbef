// kpipe: --stages 2
// Only an instance says which constructor takes the list; the sum is of a class that is no type of the template.
template <class T>
struct vec {
    T x, y, z;
    constexpr vec() = default;
    template <class A, class B, class C>
    constexpr __host__ __device__ vec(A a, B b, C c)
        : x(static_cast<T>(a)), y(static_cast<T>(b)), z(static_cast<T>(c))
    {
    }
    __device__ vec &operator+=(const vec &o)
    {
        x += o.x;
        y += o.y;
        z += o.z;
        return *this;
    }
};

template <typename scalar_t>
__global__ void sums(const scalar_t *__restrict__ x, scalar_t *__restrict__ y, int n)
{
    __shared__ vec<scalar_t> tile[256];
    const int t = threadIdx.x;
    vec<float> sum(0, 0, 0);

    for (int k = 0; k < n; k += 256) {
        tile[t] = {x[3 * (k + t)], x[3 * (k + t) + 1], x[3 * (k + t) + 2]};
        __syncthreads();
        for (int j = 0; j < 64; j++) {
            sum += vec<float>(tile[j ^ t].x, tile[j].y * tile[j].x, 1.0f);
        }
        __syncthreads();
    }
    y[blockIdx.x * 256 + t] = sum.x + sum.y * sum.z;
}

void run(const float *x, float *y, int n)
{
    sums<<<8, 256>>>(x, y, n);
}
