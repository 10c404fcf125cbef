// The enumeration's values fit into an int, so that it is one in arithmetic: the store meets the tile.
enum side { LEFT, RIGHT };

__global__ void __launch_bounds__(64) scan(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float raw[256];
    float *scratch = raw, *tile = raw + 128;
    const int t = threadIdx.x;
    float sum = 0.0f;

    static_assert(static_cast<long long>(LEFT) == 0,
                  "kpipe: LEFT has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, one buffer (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = x[k + t];
    };
    auto kp_compute = [&]() __attribute__((always_inline)) {
        sum += tile[63 - t];
        __syncthreads();
        side s = LEFT;
        int first = s - 1 > 0 ? 0 : 128;
        scratch[first + t] = sum;
        __syncthreads();
        sum += tile[t];
    };
    auto kp_store = [&]() __attribute__((always_inline)) {
        tile[t] = kp_r0;
    };
    {
        int k = 0;
        if (k < n) {
            kp_fetch(k);
            kp_store();
            __syncthreads();
            for (k += 64; k < n; k += 64) {
                kp_fetch(k);
                kp_compute();
                __syncthreads();
                kp_store();
                __syncthreads();
            }
            kp_compute();
        }
    }
    y[blockIdx.x * 64 + t] = sum;
}
