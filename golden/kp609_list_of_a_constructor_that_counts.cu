// The constructor that takes the list counts.
__device__ int made;

template <class T>
struct vec {
    T x, y, z;
    constexpr vec() = default;
    template <class A, class B, class C>
    __device__ vec(A a, B b, C c)
        : x(static_cast<T>(a)), y(static_cast<T>(b)), z(static_cast<T>(c))
    {
        made++;
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
    float sum = 0;

    for (int k = 0; k < n; k += 256) {
        tile[t] = {x[3 * (k + t)], x[3 * (k + t) + 1], x[3 * (k + t) + 2]};
        __syncthreads();
        for (int j = 0; j < 64; j++) {
            sum += tile[j ^ t].x;
        }
        __syncthreads();
    }
    y[blockIdx.x * 256 + t] = sum;
}

void run(const float *x, float *y, int n)
{
    sums<<<8, 256>>>(x, y, n);
}
