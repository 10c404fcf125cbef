// As kp613_effect_in_the_place_of_an_assignment, but effects in front of pointers and arrays, which count once; and a static function is called by one.
struct weights {
    float of[4];
    static __device__ float square(float x) { return x * x; }
};
__device__ weights *next(weights *w, int &i)
{
    i ^= 1;
    return w;
}
__global__ void weighted(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(128) float kp_xs[2][128];
    const int t = threadIdx.x;
    weights w = {{1, 2, 3, 4}};
    weights *p = &w;
    const float *of = w.of;
    int i = 0;
    float sum = 0.0f;
    static_assert(sizeof(weights) == 16 && alignof(weights) == 4,
                  "kpipe: sizeof(weights) or alignof(weights) has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = x[k + t];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        for (int j = 0; j < 128; j++)
            sum += xs[j];
        sum *= (i ^= 1, of)[2];
        sum += *(i += 2, of);
        sum *= (i += 4, p)->of[1];
        sum += (i ^= 3, w.of)[3];
        sum += next(p, i)->square(xs[t ^ 1]);
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        xs[t] = kp_r0;
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
    y[blockIdx.x * 128 + t] = sum + i;
}
