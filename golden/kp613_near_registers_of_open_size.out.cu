// kpipe: --variant ldg
// What the choice of a copy asks for is loaded, too, and kept in an array of registers whose size a template's parameter says.
template <int N>
__global__ void rows(const int *__restrict__ a, const int *__restrict__ map, int *out, int n)
{
    constexpr int kp_stages = 2 * (sizeof(int[N][128])) <= 48896 ? 2 : 1;
    __shared__ struct alignas(128) { int tile[N][128]; } kp_tile[kp_stages];
    const int t = threadIdx.x;
    int acc = 0, none[1] = {n};

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    int kp_r0[N], kp_r1[N];
    auto kp_fetch = [&](int s) __attribute__((always_inline)) {
        #pragma unroll
        for (int i = 0; i < N; i++) {
            int row = (kp_r0[i] = s + t < n ? map[s + t + i] : -1);

            if (row > -1)
                kp_r1[i] = a[row];
        }
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage].tile;
        for (int i = 0; i < N; i++)
            for (int q = 0; q < 128; q++)
                acc += tile[i][q];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage].tile;
        #pragma unroll
        for (int i = 0; i < N; i++) {
            int row = kp_r0[i];

            tile[i][t] = row > -1 ? kp_r1[i] : none[0];
        }
    };
    {
        int s = 0;
        if (s < n) {
            int kp_stage = 0;
            kp_fetch(s);
            kp_store(kp_stage);
            __syncthreads();
            for (s += 128; s < n; s += 128) {
                kp_fetch(s);
                kp_compute(kp_stage);
                if (kp_stages == 1)
                    __syncthreads();
                kp_store(kp_stage ^ (kp_stages - 1));
                __syncthreads();
                kp_stage ^= kp_stages - 1;
            }
            kp_compute(kp_stage);
        }
    }
    out[blockIdx.x * 128 + t] = acc;
}
