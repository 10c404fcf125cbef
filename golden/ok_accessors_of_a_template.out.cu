// kpipe: --stages 2
// What an accessor returns only instances say: registers have the type of what it is assigned to.
#include <type_traits>

template <typename T> struct matrix {
    T *p;
    int rows, stride;
    __device__ const T *operator[](int i) const { return p + i * stride; }
    __device__ T operator()(int i, int j) const { return p[i * stride + j]; }
    __device__ T &at(int i, int j) const { return p[i * stride + j]; }
    __device__ bool has(int i) const { return i < rows; }
};

template <typename T> struct operands {
    matrix<T> a, b;
};

template <typename T> __device__ T read(const T *p)
{
    return *p;
}

template <typename T>
__global__ void guarded(const matrix<T> a, T *out, int K)
{
    __shared__ struct alignas(128) { T s[8][33]; } kp_s[2];
    const int y = threadIdx.y, x = threadIdx.x;
    T sum = T(0);

    static_assert(((::std::is_same<T, float>::value) || (::std::is_same<T, double>::value)),
                  "kpipe: T has changed: run kpipe again");
    static_assert(::std::is_arithmetic<T>::value && !::std::is_volatile<T>::value,
                  "kpipe: made for other types; run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    T kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        if (k + x < K)
            kp_r0 = a.at(y, k + x);
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage].s;
        for (int j = 0; j < 32; ++j)
            sum += s[y][j];
    };
    auto kp_store = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage].s;
        s[y][x] = k + x < K ? kp_r0 : T(0);
    };
    {
        int k = 0;
        if (k < K) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(k, kp_stage);
            __syncthreads();
            for (k += 32; k < K; k += 32) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(k, kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
            __syncthreads();
        }
    }
    out[y * 32 + x] = sum;
}

template <typename T>
__global__ void named(const operands<T> in, T *out, int K)
{
    __shared__ struct alignas(128) { T s[8][33], r[8][33]; } kp_s[2];
    const int y = threadIdx.y, x = threadIdx.x;
    T sum = T(0);

    static_assert(((::std::is_same<T, float>::value) || (::std::is_same<T, double>::value)),
                  "kpipe: T has changed: run kpipe again");
    static_assert(::std::is_arithmetic<T>::value && !::std::is_volatile<T>::value,
                  "kpipe: made for other types; run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    T kp_r0, kp_r1;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = in.a(y, k + x);
        const auto *row = in.b[y];
        kp_r1 = row[k + x];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage].s;
        auto &r = kp_s[kp_stage].r;
        for (int j = 0; j < 32; ++j)
            sum += s[y][j] * r[y][j];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage].s;
        auto &r = kp_s[kp_stage].r;
        const T v = kp_r0;
        s[y][x] = v;
        r[y][x] = kp_r1;
    };
    {
        int k = 0;
        if (k < K) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += 32; k < K; k += 32) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
            __syncthreads();
        }
    }
    out[y * 32 + x] = sum;
}

template <typename T>
__global__ void by_helpers(const matrix<T> a, T *out, int K)
{
    __shared__ struct alignas(128) { T s[8][33], r[8][33]; } kp_s[2];
    const int y = threadIdx.y, x = threadIdx.x;
    auto get = [&](int i, int j) { return a.has(i) ? a(i, j) : T(0); };
    T sum = T(0);

    static_assert(((::std::is_same<T, float>::value) || (::std::is_same<T, double>::value)),
                  "kpipe: T has changed: run kpipe again");
    static_assert(::std::is_arithmetic<T>::value && !::std::is_volatile<T>::value,
                  "kpipe: made for other types; run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    T kp_r0, kp_r1;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = get(y, k + x);
        kp_r1 = read(a[y + 8] + k + x);
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage].s;
        auto &r = kp_s[kp_stage].r;
        for (int j = 0; j < 32; ++j)
            sum += s[y][j] * r[y][j];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage].s;
        auto &r = kp_s[kp_stage].r;
        s[y][x] = kp_r0;
        r[y][x] = kp_r1;
    };
    {
        int k = 0;
        if (k < K) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += 32; k < K; k += 32) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
            __syncthreads();
        }
    }
    out[y * 32 + x] = sum;
}

void launch(matrix<float> f, operands<float> of, matrix<double> d, operands<double> od, float *x, double *y, int K)
{
    const dim3 block(32, 8);

    guarded<<<1, block>>>(f, x, K);
    guarded<<<1, block>>>(d, y, K);
    named<<<1, block>>>(of, x, K);
    named<<<1, block>>>(od, y, K);
    by_helpers<<<1, block>>>(f, x, K);
    by_helpers<<<1, block>>>(d, y, K);
}
