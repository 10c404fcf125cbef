// kpipe: --stages 2
// Elements that are arrays in a class: number i of element j is in the element, which is below the end.
struct point {
    float at[8];

    __device__ float dot(const point &other) const
    {
        float sum = 0.0f;

        for (int i = 0; i < 8; i++)
            sum += at[i] * other.at[i];
        return sum;
    }
};

__global__ void largest(const point *points, float *out, int n)
{
    __shared__ __align__(128) point kp_near_by[2][64];
    point me = points[threadIdx.x];
    float most = 0.0f;

    static_assert(sizeof(point) == 32 && alignof(point) == 4,
                  "kpipe: sizeof(point) or alignof(point) has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    point kp_r0;
    auto kp_fetch = [&](int first) __attribute__((always_inline)) {
        int count = min(64, n - first);
        if (threadIdx.x < count)
            kp_r0 = points[first + threadIdx.x];
    };
    auto kp_compute = [&](int first, int kp_stage) __attribute__((always_inline)) {
        auto &near_by = kp_near_by[kp_stage];
        int count = min(64, n - first);
        for (int j = 0; j < count; j++)
            most = fmaxf(most, me.dot(near_by[j]));
    };
    auto kp_store = [&](int first, int kp_stage) __attribute__((always_inline)) {
        auto &near_by = kp_near_by[kp_stage];
        int count = min(64, n - first);
        if (threadIdx.x < count)
            near_by[threadIdx.x] = kp_r0;
    };
    {
        int first = 0;
        if (first < n) {
            int kp_stage = 0;
            kp_fetch(first);
            kp_store(first, kp_stage);
            __syncthreads();
            int kp_first = first;
            for (first += 64; first < n; first += 64) {
                kp_fetch(first);
                kp_compute(kp_first, kp_stage);
                kp_store(first, kp_stage ^ 1);
                __syncthreads();
                kp_first = first;
                kp_stage ^= 1;
            }
            kp_compute(kp_first, kp_stage);
        }
    }
    out[blockIdx.x * 64 + threadIdx.x] = most;
}
