// Nothing says what the kernel is an instance of, and an operator of the file may be meant.
#include <memory>
#include <string>

template <class T> struct series {
    T *at;
};

template <class T> __device__ series<T> &operator+=(series<T> &to, T by)
{
    *to.at = by;
    return to;
}

template <class T>
__global__ __launch_bounds__(256) void product(const T *__restrict__ a, const T *__restrict__ b,
                                               T *__restrict__ c, int n)
{
    __shared__ T as[16][17], bs[16][17];
    const int x = threadIdx.x, y = threadIdx.y;
    T sum = 0;

    for (int k = 0; k < n; k += 16) {
        as[y][x] = a[(blockIdx.y * 16 + y) * n + k + x];
        bs[y][x] = b[(k + y) * n + blockIdx.x * 16 + x];
        __syncthreads();
        for (int i = 0; i < 16; i++)
            sum += as[y][i] * bs[i][x];
        __syncthreads();
    }
    c[(blockIdx.y * 16 + y) * n + blockIdx.x * 16 + x] = sum;
}

template <class T> struct matrix {
    std::shared_ptr<T> data;
    T *get() const { return data.get(); }
};

template <class T> void run(const matrix<T> &a, const matrix<T> &b, matrix<T> &to, int n)
{
    product<T><<<dim3(n / 16, n / 16), dim3(16, 16)>>>(a.get(), b.get(), to.get(), n);
}

struct named : std::string {
    explicit named(const char *s) : std::string(s) {}
};

template <class T> typename std::enable_if<sizeof(T) == 4, void>::type choose(const named &n)
{
    matrix<T> a, b, c;

    run(a, b, c, (int)n.size());
}
