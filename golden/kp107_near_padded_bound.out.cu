// kpipe: --stages 2
// Each thread begins at its own index: the bound is a multiple of the step, so all make as many trips.
#define UP(x, y) (((x) + (y) - 1) / (y))
__global__ void rows(const unsigned *__restrict__ a, unsigned *out, const int width)
{
    __shared__ __align__(128) unsigned kp_s[2][512];
    const int threads = 512;
    const int padded = UP(width, threads) * threads;
    unsigned sum = 0;

    static_assert(threads == 512, "kpipe: threads has changed: run kpipe again");
    // kpipe: pipelined where these hold, else the loop as written
    const bool kp_apart =
        blockDim.x <= 512 &&
        padded <= 2147483647 - 512;
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    if (kp_apart) {
        unsigned int kp_r0;
        auto kp_fetch = [&](int j) __attribute__((always_inline)) {
            kp_r0 = j < width ? a[j] : 0;
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &s = kp_s[kp_stage];
            for (int i = 0; i < 512; ++i)
                sum += s[i] & (threadIdx.x + i);
        };
        auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
            auto &s = kp_s[kp_stage];
            s[threadIdx.x] = kp_r0;
        };
        {
            int j = threadIdx.x;
            if (j < padded) {
                int kp_stage = 0;
                kp_fetch(j);
                kp_store(kp_stage);
                __syncthreads();
                for (j += threads; j < padded; j += threads) {
                    kp_fetch(j);
                    kp_compute(kp_stage);
                    kp_store(kp_stage ^ 1);
                    __syncthreads();
                    kp_stage ^= 1;
                }
                kp_compute(kp_stage);
            }
        }
    } else { // kpipe: as written
        auto &s = kp_s[0];
        for (int j = threadIdx.x; j < padded; j += threads) {
            s[threadIdx.x] = j < width ? a[j] : 0;
            __syncthreads();
            for (int i = 0; i < 512; ++i)
                sum += s[i] & (threadIdx.x + i);
            __syncthreads();
        }
    }
    out[blockIdx.x * 512 + threadIdx.x] = sum;
}
void run(const unsigned *a, unsigned *out, int w, int h) { rows<<<h, 512>>>(a, out, w); }
