// The size of each ragged tile is found by a pointer of the body, in rows whose length is constant
// memory: all threads load the same.
#define TILE 64

struct sample {
    float x, y, weight;
};

__constant__ int row_length[2];

__global__ void weights_of_cells(const sample *samples, const unsigned int *starts, float *out,
                                 int rows)
{
    __shared__ __align__(128) sample kp_part[2][TILE];
    const int me = threadIdx.y * blockDim.x + threadIdx.x;
    float sum = 0.0f;

    for (int row = 0; row < rows; row++) {
        const unsigned int *cells = starts + row * row_length[0];
        const unsigned int first = *(cells + blockIdx.x);
        const unsigned int all = *(cells + blockIdx.x + 1) - first;

        static_assert(sizeof(sample) == 12 && alignof(sample) == 4 && TILE == 64,
                      "kpipe: a constant has changed: run kpipe again");
        // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
        sample kp_r0;
        auto kp_fetch = [&](int t) __attribute__((always_inline)) {
            int size = ((all - (t << 6)) > TILE) ? TILE : (all - (t << 6));
            if (me < size)
                kp_r0 = samples[first + me + (t << 6)];
        };
        auto kp_compute = [&](int t, int kp_stage) __attribute__((always_inline)) {
            auto &part = kp_part[kp_stage];
            int size = ((all - (t << 6)) > TILE) ? TILE : (all - (t << 6));
            for (int j = 0; j < size; j++)
                sum += part[j].weight * (part[j].x * (float)me + part[j].y);
        };
        auto kp_store = [&](int t, int kp_stage) __attribute__((always_inline)) {
            auto &part = kp_part[kp_stage];
            int size = ((all - (t << 6)) > TILE) ? TILE : (all - (t << 6));
            if (me < size)
                part[me] = kp_r0;
        };
        {
            int t = 0;
            if (t < ((all + TILE - 1) >> 6)) {
                int kp_stage = 0;
                __syncthreads();
                kp_fetch(t);
                kp_store(t, kp_stage);
                __syncthreads();
                int kp_t = t;
                for (t++; t < ((all + TILE - 1) >> 6); t++) {
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
