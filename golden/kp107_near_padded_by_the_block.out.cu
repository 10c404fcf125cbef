// kpipe: --stages 2
// The number of threads in the block is the step.
#define UP(x, y) (((x) + (y) - 1) / (y))
__global__ void rows(const unsigned *__restrict__ a, unsigned *out, const int width)
{
    __shared__ __align__(128) unsigned kp_s[2][512];
    const int padded = UP(width, blockDim.x) * blockDim.x;
    const int tid = threadIdx.x;
    unsigned sum = 0;

    // kpipe: pipelined where these hold, else the loop as written
    const bool kp_apart =
        padded <= 2147483647 - 1024;
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
            int j = tid;
            if (j < padded) {
                int kp_stage = 0;
                kp_fetch(j);
                kp_store(kp_stage);
                __syncthreads();
                for (j += blockDim.x; j < padded; j += blockDim.x) {
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
        for (int j = tid; j < padded; j += blockDim.x) {
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
