// kpipe: --variant ldg --stages 2
// A number of 64 bits goes through the rows of a tile.
__global__ void __launch_bounds__(128)
    sums(size_t n, size_t start, const float *__restrict__ x, float *__restrict__ out)
{
    __shared__ __align__(128) float kp_tile[2][512];
    float s = 0;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0[4];
    auto kp_fetch = [&](size_t first) __attribute__((always_inline)) {
        memset(kp_r0, 0, sizeof(kp_r0));
        const size_t rows = n - first < 512 ? n - first : 512;
        #pragma unroll
        for (size_t j = threadIdx.x, kp_i = 0; kp_i < 4 && j < rows; j += blockDim.x, ++kp_i)
            kp_r0[kp_i] = x[first + j];
    };
    auto kp_compute = [&](size_t first, int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        const size_t rows = n - first < 512 ? n - first : 512;
        for (size_t i = 0; i < rows; ++i)
            s += tile[i];
    };
    auto kp_store = [&](size_t first, int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        const size_t rows = n - first < 512 ? n - first : 512;
        {
            size_t j = threadIdx.x;
            #pragma unroll
            for (int kp_i = 0; kp_i < 4 && j < rows; j += blockDim.x, ++kp_i)
                tile[j] = kp_r0[kp_i];
            for (; j < rows; j += blockDim.x)
                tile[j] = x[first + j];
        }
    };
    {
        size_t first = 0;
        if (first < n) {
            int kp_stage = 0;
            kp_fetch(first);
            kp_store(first, kp_stage);
            __syncthreads();
            size_t kp_first = first;
            for (first += 512; first < n; first += 512) {
                kp_fetch(first);
                kp_compute(kp_first, kp_stage);
                kp_store(first, kp_stage ^ 1);
                __syncthreads();
                kp_first = first;
                kp_stage ^= 1;
            }
            kp_compute(kp_first, kp_stage);
        }
    }
    out[blockIdx.x * 128 + threadIdx.x] = s;
}
