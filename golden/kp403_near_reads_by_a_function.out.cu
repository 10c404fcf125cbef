// A function gets the element by reference, and reads it where it is called: behind the fill, below the end of the rows.
struct body {
    float x, y, z, mass;
};

__device__ float pull(const body &a, const body &b)
{
    float dx = b.x - a.x, dy = b.y - a.y, dz = b.z - a.z;

    return b.mass * rsqrtf(dx * dx + dy * dy + dz * dz + 1.0e-9f);
}

__global__ void potential(const body *bodies, float *out, int n)
{
    __shared__ __align__(128) body kp_near_by[2][128];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    body me = bodies[min(i, n - 1)];
    float sum = 0.0f;

    static_assert(sizeof(body) == 16 && alignof(body) == 4,
                  "kpipe: sizeof(body) or alignof(body) has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    body kp_r0;
    auto kp_fetch = [&](int first) __attribute__((always_inline)) {
        int j = first + threadIdx.x;
        if (j < n)
            kp_r0 = bodies[j];
    };
    auto kp_compute = [&](int first, int kp_stage) __attribute__((always_inline)) {
        auto &near_by = kp_near_by[kp_stage];
        int rows = min(128, n - first);
        for (int k = 0; k < rows; k++)
            sum += pull(me, near_by[k]);
    };
    auto kp_store = [&](int first, int kp_stage) __attribute__((always_inline)) {
        auto &near_by = kp_near_by[kp_stage];
        int j = first + threadIdx.x;
        if (j < n)
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
            for (first += 128; first < n; first += 128) {
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
    if (i < n)
        out[i] = sum;
}
