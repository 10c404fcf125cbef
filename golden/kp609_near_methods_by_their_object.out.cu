// Overloads that differ in what they do to the object, called in a class template's own methods: which is meant, instances say.
template <typename T, int N>
struct point {
    T at[N];

    __device__ T *data() { return at; }
    __device__ const T *data() const { return at; }
    __device__ T &first() { return at[0]; }
    __device__ point &operator+=(const point &other)
    {
        for (int i = 0; i < N; i++)
            data()[i] += other.data()[i];
        return *this;
    }
    __device__ T sum() const
    {
        T s = 0;
        for (int i = 0; i < N; i++)
            s += this->data()[i];
        return s;
    }
};

__global__ void pull(const float *__restrict__ x, const float *__restrict__ y, float *out, int n)
{
    __shared__ __align__(128) float kp_xs[2][128], kp_xs_ys[2][128];
    int t = threadIdx.x;
    point<float, 2> all{0.0f, 0.0f};

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0, kp_r1;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = x[k + t];
        kp_r1 = y[k + t];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        auto &ys = kp_xs_ys[kp_stage];
        for (int j = 0; j < 128; j++) {
            point<float, 2> p{xs[j], ys[j]};
            p.first() *= 2.0f;
            all += p;
        }
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        auto &ys = kp_xs_ys[kp_stage];
        xs[t] = kp_r0;
        ys[t] = kp_r1;
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += 128; k < n; k += 128) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    out[blockIdx.x * 128 + t] = all.sum();
}
