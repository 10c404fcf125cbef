// A template as an argument, which the kernel names: the same in all instances of the kernel, of which the output names the types.
#include <type_traits>

template <class T> struct plain {
    typedef const T *pointer;
};
template <class T> struct counted {
    struct pointer {
        const T *p;
        int *reads;
    };
};
template <class T, template <class U> class How> struct row_of {
    typename How<T>::pointer at;
    int step;

    __device__ row_of(typename How<T>::pointer p, int s) : at(p), step(s)
    {
    }
    __device__ const T &operator[](int i) const
    {
        return at[i * step];
    }
};
template <class T, template <class U> class How> struct rows_of {
    typename How<T>::pointer data;
    int width;

    __device__ int size() const
    {
        return width;
    }
    __device__ row_of<T, How> operator[](int i) const
    {
        return row_of<T, How>(data + i * width, 1);
    }
};

template <typename T>
__global__ void sums(const T *__restrict__ a, const T *__restrict__ w, T *__restrict__ out, int width)
{
    __shared__ struct alignas(128) { T tile[16][16]; } kp_tile[2];
    const int x = threadIdx.x, y = threadIdx.y;
    const rows_of<T, plain> A{a, width};
    const int n = A.size();
    T sum = 0;

    static_assert(((::std::is_same<T, float>::value) || (::std::is_same<T, double>::value)),
                  "kpipe: T has changed: run kpipe again");
    static_assert(::std::is_arithmetic<T>::value && !::std::is_volatile<T>::value,
                  "kpipe: made for other types; run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    T kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = A[blockIdx.x * 16 + y][k + x];
    };
    auto kp_compute = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage].tile;
        for (int j = 0; j < 16; j++)
            sum += tile[y][j] * w[(k + j) * 16 + x];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage].tile;
        tile[y][x] = kp_r0;
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            int kp_k = k;
            for (k += 16; k < n; k += 16) {
                kp_fetch(k);
                kp_compute(kp_k, kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_k = k;
                kp_stage ^= 1;
            }
            kp_compute(kp_k, kp_stage);
            __syncthreads();
        }
    }
    out[(blockIdx.x * 16 + y) * 16 + x] = sum;
}

void run(const float *a, const float *w, float *out, const double *b, const double *v, double *to)
{
    sums<float><<<8, dim3(16, 16)>>>(a, w, out, 64);
    sums<double><<<8, dim3(16, 16)>>>(b, v, to, 64);
}
