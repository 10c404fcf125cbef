// References to shared arrays that the loop's body alone names.
__global__ void sums(const float *__restrict__ x, const float *__restrict__ w,
                     float *__restrict__ y, int n)
{
    struct Tiles {
        float tile[256];
        float w[256];
    };
    __shared__ __align__(128) Tiles kp_tiles[2][1];
     // the other one
    float sum = 0;
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0, kp_r1;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = x[k + threadIdx.x];
        kp_r1 = w[k + threadIdx.x];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tiles = kp_tiles[kp_stage];
        auto &tile = tiles[0].tile;
        float (&weights)[256] = tiles[0].w;
        for (int j = 0; j < 256; j += 16)
            sum += tile[j] * weights[255 - j];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tiles = kp_tiles[kp_stage];
        auto &tile = tiles[0].tile;
        float (&weights)[256] = tiles[0].w;
        tile[threadIdx.x] = kp_r0;
        weights[threadIdx.x] = kp_r1;
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += 256; k < n; k += 256) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    y[blockIdx.x * 256 + threadIdx.x] = sum;
}

void run(const float *x, const float *w, float *y, int n)
{
    sums<<<8, 256>>>(x, w, y, n);
}
