// Elements of a struct whose fields are all of one type count as so many of them.
struct vec3 {
    float x, y, z;
};

__global__ void forces(const vec3 *p, vec3 *a, int n)
{
    __shared__ __align__(128) vec3 kp_tile[2][128];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    vec3 sum = {0, 0, 0};

    static_assert(sizeof(vec3) == 12 && alignof(vec3) == 4,
                  "kpipe: sizeof(vec3) or alignof(vec3) has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    vec3 kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = p[k + threadIdx.x];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        for (int j = 0; j < 128; j++) {
            sum.x += tile[j].x - p[i].x;
            sum.y += tile[j].y - p[i].y;
            sum.z += tile[j].z - p[i].z;
        }
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        tile[threadIdx.x] = kp_r0;
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
            __syncthreads();
        }
    }
    a[i] = sum;
}

void run(const vec3 *p, vec3 *a, int n)
{
    forces<<<n / 128, 128>>>(p, a, n);
}
