// kpipe: --stages 2
// Four threads fill a row, where the block is a multiple of four: an element's number is the
// thread's place then, which the end bounds. That is tested.
__global__ void boxes(const float *__restrict__ boxes, float *__restrict__ out, int first, int last)
{
    __shared__ __align__(128) float kp_tile[2][256][4];
    float sum = 0;

    // kpipe: pipelined where these hold, else the loop as written
    const bool kp_apart =
        blockDim.x % 4 == 0;
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    if (kp_apart) {
        float kp_r0[4];
        auto kp_fetch = [&](int start) __attribute__((always_inline)) {
        #pragma unroll
            for (int i = 0; i < 4; i++) {
                const int at = start * 4 + threadIdx.x + i * blockDim.x;

                if (at < last * 4)
                    kp_r0[i] = boxes[at];
            }
        };
        auto kp_compute = [&](int start, int kp_stage) __attribute__((always_inline)) {
            auto &tile = kp_tile[kp_stage];
            const int left = last - start;
            const int count = left > 256 ? 256 : left;
            for (int i = 0; i < count; i++)
                sum += tile[i][0] * tile[i][2] + tile[i][1] * tile[i][3];
        };
        auto kp_store = [&](int start, int kp_stage) __attribute__((always_inline)) {
            auto &tile = kp_tile[kp_stage];
        #pragma unroll
            for (int i = 0; i < 4; i++) {
                const int at = start * 4 + threadIdx.x + i * blockDim.x;

                if (at < last * 4)
                    tile[(threadIdx.x - threadIdx.x % 4 + i * blockDim.x) / 4][threadIdx.x % 4] =
                        kp_r0[i];
            }
        };
        {
            int start = first;
            if (start < last) {
                int kp_stage = 0;
                __syncthreads();
                kp_fetch(start);
                kp_store(start, kp_stage);
                __syncthreads();
                int kp_start = start;
                for (start += 256; start < last; start += 256) {
                    kp_fetch(start);
                    kp_compute(kp_start, kp_stage);
                    kp_store(start, kp_stage ^ 1);
                    __syncthreads();
                    kp_start = start;
                    kp_stage ^= 1;
                }
                kp_compute(kp_start, kp_stage);
            }
        }
    } else { // kpipe: as written
        auto &tile = kp_tile[0];
        for (int start = first; start < last; start += 256) {
            const int left = last - start;
            const int count = left > 256 ? 256 : left;

            __syncthreads();
            for (int i = 0; i < 4; i++) {
                const int at = start * 4 + threadIdx.x + i * blockDim.x;

                if (at < last * 4)
                    tile[(threadIdx.x - threadIdx.x % 4 + i * blockDim.x) / 4][threadIdx.x % 4] =
                        boxes[at];
            }
            __syncthreads();
            for (int i = 0; i < count; i++)
                sum += tile[i][0] * tile[i][2] + tile[i][1] * tile[i][3];
        }
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

void run(const float *b, float *out, int first, int last)
{
    boxes<<<16, 256>>>(b, out, first, last);
}
