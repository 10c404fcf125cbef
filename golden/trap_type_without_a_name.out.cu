// The variable that is carried to compute has a type that nobody can write.
__global__ void __launch_bounds__(256)
    k(const float *__restrict__ A, float *__restrict__ out, int n)
{
    __shared__ __align__(128) float kp_tile[2][256];
    const int t = threadIdx.x;
    float sum = 0.0f;
    struct {
        int at;
    } place = {0};

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&]() __attribute__((always_inline)) {
        kp_r0 = A[place.at + t];
        place.at += 256;
    };
    auto kp_compute = [&](decltype(place) place, int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        for (int j = 0; j < 256; ++j)
            sum += tile[j] * place.at;
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        tile[t] = kp_r0;
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch();
            kp_store(kp_stage);
            __syncthreads();
            auto kp_place = place;
            for (k += 256; k < n; k += 256) {
                kp_fetch();
                kp_compute(kp_place, kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_place = place;
                kp_stage ^= 1;
            }
            kp_compute(kp_place, kp_stage);
        }
    }
    out[blockIdx.x * 256 + t] = sum;
}
