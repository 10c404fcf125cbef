// kpipe: --stages 2
// The members of a partial specialisation are in unions without names: these are no bases.
template <int N, class T> struct vec;
template <class T> struct vec<3, T> {
    union { T x, r; };
    union { T y, g; };
    union { T z, b; };
    vec() = default;
    __device__ vec(T a, T b, T c) : x(a), y(b), z(c) {}
};
template <class T> __device__ vec<3, T> operator-(const vec<3, T> &a, const vec<3, T> &b)
{
    return vec<3, T>(a.x - b.x, a.y - b.y, a.z - b.z);
}

__global__ void sums(const vec<3, float> *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(16) float kp_raw[2][128 * 3];
    auto &raw = kp_raw[0];
    vec<3, float> *tile = (vec<3, float> *)raw;
    const int t = threadIdx.x;
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    auto kp_tile = tile;
    vec<3, float> kp_r0;
    auto kp_fetch = [&](int i) __attribute__((always_inline)) {
        kp_r0 = x[i + t];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto tile = (decltype(kp_tile))((char *)kp_tile + kp_stage * sizeof(kp_raw[0]));
        for (int j = 0; j < 128; ++j) {
            vec<3, float> d = tile[j] - tile[t];
            sum += d.x * d.b;
        }
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto tile = (decltype(kp_tile))((char *)kp_tile + kp_stage * sizeof(kp_raw[0]));
        tile[t] = kp_r0;
    };
    {
        int i = 0;
        if (i < n) {
            int kp_stage = 0;
            kp_fetch(i);
            kp_store(kp_stage);
            __syncthreads();
            for (i += 128; i < n; i += 128) {
                kp_fetch(i);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    y[blockIdx.x * 128 + t] = sum;
}
