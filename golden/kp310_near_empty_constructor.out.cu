// Nobody gives a point a value when it is made; registers of the class may stand for what is loaded.
struct point {
    float x, y, z;
    __host__ __device__ point() {}
    __host__ __device__ point(float f) : x(f), y(f), z(f) {}
};

__global__ void forces(const point *__restrict__ at, float *__restrict__ f, int n)
{
    __shared__ __align__(128) point kp_near[2][128];
    const int t = threadIdx.x;
    const point me = at[blockIdx.x * 128 + t];
    float sum = 0.0f;

    static_assert(sizeof(point) == 12 && alignof(point) == 4,
                  "kpipe: sizeof(point) or alignof(point) has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    point kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = at[k + t];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &near = kp_near[kp_stage];
        for (int i = 0; i < 128; i++)
            sum += near[i].x * me.x + near[i].y * me.y + near[i].z * me.z;
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &near = kp_near[kp_stage];
        near[t] = kp_r0;
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
    f[blockIdx.x * 128 + t] = sum;
}
