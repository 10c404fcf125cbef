// A view as OpenCV has them: in templates, the cast takes const away.
#include <type_traits>

template <typename T>
struct data_of {
    T *data;
    __host__ __device__ data_of() : data(0) {}
    __host__ __device__ data_of(T *d) : data(d) {}
};
template <typename T>
struct rows_of : public data_of<T> {
    int step;
    __host__ __device__ rows_of(T *d, int s) : data_of<T>(d), step(s) {}
    __host__ __device__ T *row(int y = 0) { return (T *)((char *)(((data_of<T> *)this)->data) + y * step); }
    __host__ __device__ const T *row(int y = 0) const { return (const T *)((const char *)(((data_of<T> *)this)->data) + y * step); }
};
template <typename T>
__global__ void product(const rows_of<T> a, const rows_of<T> b, rows_of<float> c, int n)
{
    __shared__ struct alignas(128) { T as[16][16], bs[16][16]; } kp_as[2];
    const int x = threadIdx.x, y = threadIdx.y;
    float sum = 0.0f;

    static_assert(::std::is_same<T, float>::value, "kpipe: T has changed: run kpipe again");
    static_assert(::std::is_arithmetic<T>::value && !::std::is_volatile<T>::value,
                  "kpipe: made for other types; run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    T kp_r0, kp_r1;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = a.row(blockIdx.y * 16 + y)[k + x];
        kp_r1 = b.row(k + y)[blockIdx.x * 16 + x];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &as = kp_as[kp_stage].as;
        auto &bs = kp_as[kp_stage].bs;
        for (int i = 0; i < 16; i++)
            sum += as[y][i] * bs[i][x];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &as = kp_as[kp_stage].as;
        auto &bs = kp_as[kp_stage].bs;
        as[y][x] = kp_r0;
        bs[y][x] = kp_r1;
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += 16; k < n; k += 16) {
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
    c.row(blockIdx.y * 16 + y)[blockIdx.x * 16 + x] = sum;
}
void run(const float *a, const float *b, float *c, int n)
{
    product<float><<<dim3(n / 16, n / 16), dim3(16, 16)>>>(rows_of<float>((float *)a, n * 4), rows_of<float>((float *)b, n * 4), rows_of<float>(c, n * 4), n);
}
