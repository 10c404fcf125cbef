// float4 in global memory, float3 in the tile.
__global__ void forces(const float4 *__restrict__ body, float3 *__restrict__ force, int n)
{
    __shared__ __align__(128) float3 kp_where[2][128];
    __shared__ __align__(128) float kp_mass[2][128];
    const int t = threadIdx.x;
    const float4 me = body[blockIdx.x * 128 + t];
    float3 f = make_float3(0.0f, 0.0f, 0.0f);

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float4 kp_r0;
    auto kp_fetch = [&](int j0) __attribute__((always_inline)) {
        kp_r0 = body[j0 + t];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &where = kp_where[kp_stage];
        auto &mass = kp_mass[kp_stage];
        for (int j = 0; j < 128; ++j) {
            const float dx = where[j].x - me.x;
            const float dy = where[j].y - me.y;
            const float dz = where[j].z - me.z;
            const float r = rsqrtf(dx * dx + dy * dy + dz * dz + 1e-6f);
            const float s = mass[j] * r * r * r;
            f.x += dx * s;
            f.y += dy * s;
            f.z += dz * s;
        }
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &where = kp_where[kp_stage];
        auto &mass = kp_mass[kp_stage];
        const float4 b = kp_r0;
        where[t] = make_float3(b.x, b.y, b.z);
        mass[t] = b.w;
    };
    {
        int j0 = 0;
        if (j0 < n) {
            int kp_stage = 0;
            kp_fetch(j0);
            kp_store(kp_stage);
            __syncthreads();
            for (j0 += 128; j0 < n; j0 += 128) {
                kp_fetch(j0);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    force[blockIdx.x * 128 + t] = f;
}
