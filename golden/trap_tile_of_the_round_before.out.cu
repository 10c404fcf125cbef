// Where the loop makes no iteration, the tile is what the round or the call before has left in it.
__global__ void rounds(const float *__restrict__ x, float *__restrict__ y, const int *__restrict__ lengths, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int r = 0; r < n; ++r) {
        // kpipe 0.1.0: pipelined, staging registers, one buffer (revert this change to undo)
        float kp_r0;
        auto kp_fetch = [&](int k) __attribute__((always_inline)) {
            kp_r0 = x[r * 1024 + k + t];
        };
        auto kp_compute = [&]() __attribute__((always_inline)) {
            for (int j = 0; j < 128; ++j)
                sum += tile[j] * (t - j);
        };
        auto kp_store = [&]() __attribute__((always_inline)) {
            tile[t] = kp_r0;
        };
        {
            int k = 0;
            if (k < lengths[r]) {
                kp_fetch(k);
                kp_store();
                __syncthreads();
                for (k += 128; k < lengths[r]; k += 128) {
                    kp_fetch(k);
                    kp_compute();
                    __syncthreads();
                    kp_store();
                    __syncthreads();
                }
                kp_compute();
                __syncthreads();
            }
        }
        sum += tile[127 - t];
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}

static __device__ float sum_of(const float *x, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, staging registers, one buffer (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = x[k + t];
    };
    auto kp_compute = [&]() __attribute__((always_inline)) {
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (t - j);
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
            for (k += 128; k < n; k += 128) {
                kp_fetch(k);
                kp_compute();
                __syncthreads();
                kp_store();
                __syncthreads();
            }
            kp_compute();
            __syncthreads();
        }
    }
    sum += tile[127 - t];
    __syncthreads();
    return sum;
}

__global__ void calls(const float *__restrict__ x, float *__restrict__ y, int n, int m)
{
    const float sum = sum_of(x, n);

    y[blockIdx.x * 128 + threadIdx.x] = sum - sum_of(x + n, m);
}
