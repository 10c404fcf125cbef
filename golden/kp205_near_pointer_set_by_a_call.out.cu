// As kp205_pointer_set_by_a_call, but the functions store no pointer, or into a record that holds none.
struct source {
    const float *p;
    int n;
    __device__ void set(const float *q) { p = q; }
    __device__ void skip(int k) { n -= k; }
};

struct holder {
    source *s;
    __device__ void set(const float *q) const { s->p = q; }
};

__device__ void set_by(source **s, const float *q) { (*s)->p = q; }

struct sums {
    float low, high;
};

__device__ void add(sums *to, const source *from, float v) { (v < 0 ? to->low : to->high) += v * from->n; }

__global__ void numbers(const float *__restrict__ x, float *out, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0.0f;
    source s = {x, n};
    source *q = &s;
    sums part = {0, 0}, *parts = &part;

    q->skip(3);
    add(parts, q, x[t]);
    sum = part.low + part.high;
    for (int k = 0; k < n; k += 128) {
        tile[t] = s.p[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (t - j);
        out[k + t] = sum;
        __syncthreads();
    }
}

__global__ void another(const float *__restrict__ x, float *out, int n)
{
    __shared__ __align__(128) float kp_tile[2][128];
    const int t = threadIdx.x;
    float sum = 0.0f;
    source s = {x, n};
    source other = {out, n}, *q = &other;

    q->set(out + 128);
    sum = q->p[t];
    static_assert(sizeof(source) == 16 && alignof(source) == 8,
                  "kpipe: sizeof(source) or alignof(source) has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = s.p[k + t];
    };
    auto kp_compute = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (t - j);
        out[k + t] = sum;
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        tile[t] = kp_r0;
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            int kp_k = k;
            for (k += 128; k < n; k += 128) {
                kp_fetch(k);
                kp_compute(kp_k, kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_k = k;
                kp_stage ^= 1;
            }
            kp_compute(kp_k, kp_stage);
        }
    }
}
