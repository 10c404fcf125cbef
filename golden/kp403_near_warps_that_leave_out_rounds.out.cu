// kpipe: --stages 2
// Some warps are not there in some rounds.
__global__ void sums(int n, const int *__restrict__ rounds, const float *__restrict__ x,
                     float *__restrict__ y)
{
    __shared__ __align__(128) float kp_part[2][4][32];
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    float sum = 0;

    for (int r = 0; r < rounds[0]; r++) {
        if (warp < rounds[r]) {
            // kpipe: pipelined where these hold, else the loop as written
            const bool kp_apart =
                blockDim.x % 32 == 0;
            // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
            if (kp_apart) {
                float kp_r0;
                auto kp_fetch = [&](int k) __attribute__((always_inline)) {
                    kp_r0 = x[k + lane];
                };
                auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
                    auto &part = kp_part[kp_stage];
                    for (int i = 0; i < 32; i++)
                        sum += part[warp][i] * i;
                };
                auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
                    auto &part = kp_part[kp_stage];
                    part[warp][lane] = kp_r0;
                };
                {
                    int k = 0;
                    if (k < n) {
                        int kp_stage = 0;
                        kp_fetch(k);
                        kp_store(kp_stage);
                        __syncwarp();
                        for (k += 32; k < n; k += 32) {
                            kp_fetch(k);
                            kp_compute(kp_stage);
                            kp_store(kp_stage ^ 1);
                            __syncwarp();
                            kp_stage ^= 1;
                        }
                        kp_compute(kp_stage);
                        __syncwarp();
                    }
                }
            } else { // kpipe: as written
                auto &part = kp_part[0];
                for (int k = 0; k < n; k += 32) {
                    part[warp][lane] = x[k + lane];
                    __syncwarp();
                    for (int i = 0; i < 32; i++)
                        sum += part[warp][i] * i;
                    __syncwarp();
                }
            }
        }
    }
    y[blockIdx.x * 128 + threadIdx.x] = sum;
}

void launch(int n, int *rounds, float *x, float *y)
{
    sums<<<64, 128>>>(n, rounds, x, y);
}
