// The size of each ragged tile comes from memory that all threads load together and nothing in the
// loops stores to: what is below it has been filled in the same iteration.
#define TILE 64

__global__ void sum_of_lists(const float *__restrict__ values, const int *start, float *out,
                             int lists)
{
    __shared__ __align__(128) float kp_part[2][TILE];
    const int me = threadIdx.y * blockDim.x + threadIdx.x;
    float sum = 0.0f;

    for (int list = 0; list < lists; list++) {
        const unsigned int first = start[list];
        const unsigned int all = start[list + 1] - first;

        static_assert(TILE == 64, "kpipe: TILE has changed: run kpipe again");
        // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
        float kp_r0;
        auto kp_fetch = [&](int t) __attribute__((always_inline)) {
            int size = all - t * TILE > TILE ? TILE : all - t * TILE;
            if (me < size)
                kp_r0 = values[first + t * TILE + me];
        };
        auto kp_compute = [&](int t, int kp_stage) __attribute__((always_inline)) {
            auto &part = kp_part[kp_stage];
            int size = all - t * TILE > TILE ? TILE : all - t * TILE;
            for (int j = 0; j < size; j++)
                sum += part[j] * (float)(me + j);
        };
        auto kp_store = [&](int t, int kp_stage) __attribute__((always_inline)) {
            auto &part = kp_part[kp_stage];
            int size = all - t * TILE > TILE ? TILE : all - t * TILE;
            if (me < size)
                part[me] = kp_r0;
        };
        {
            int t = 0;
            if (t < (all + TILE - 1) / TILE) {
                int kp_stage = 0;
                __syncthreads();
                kp_fetch(t);
                kp_store(t, kp_stage);
                __syncthreads();
                int kp_t = t;
                for (t++; t < (all + TILE - 1) / TILE; t++) {
                    kp_fetch(t);
                    kp_compute(kp_t, kp_stage);
                    kp_store(t, kp_stage ^ 1);
                    __syncthreads();
                    kp_t = t;
                    kp_stage ^= 1;
                }
                kp_compute(kp_t, kp_stage);
            }
        }
    }
    out[blockIdx.x * blockDim.x * blockDim.y + me] = sum;
}
