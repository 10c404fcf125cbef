// A macro that holds more than the word stays, and asks for its alignment.
#define TILE_MEMORY __shared__
#define TILE TILE_MEMORY __align__(16)

__global__ __launch_bounds__(256) void product(const float *__restrict__ a, const float *__restrict__ b,
                                               float *__restrict__ c, int n)
{
    __shared__ struct alignas(128) { TILE float as[16][17], bs[16][17]; } kp_as[2];
    const int x = threadIdx.x, y = threadIdx.y;
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0, kp_r1;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = a[(blockIdx.y * 16 + y) * n + k + x];
        kp_r1 = b[(k + y) * n + blockIdx.x * 16 + x];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &as = kp_as[kp_stage].as;
        auto &bs = kp_as[kp_stage].bs;
        for (int i = 0; i < 16; i++)
            sum += as[y][i] * bs[i][x];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &as = kp_as[kp_stage].as;
        auto &bs = kp_as[kp_stage].bs;
        as[y][x] = kp_r0;
        bs[y][x] = kp_r1;
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += 16; k < n; k += 16) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    c[(blockIdx.y * 16 + y) * n + blockIdx.x * 16 + x] = sum;
}

int main()
{
    product<<<dim3(2, 2), dim3(16, 16)>>>(nullptr, nullptr, nullptr, 32);
}
