// __restrict__ promises something of what the parameter points to: the table. The pointers in it may point anywhere.
// One that is read in front of the loop is tested.
struct view {
    const float *data;
    int pitch;
};

__global__ void table(const float *const *__restrict__ in, float *out, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        tile[t] = in[blockIdx.x][k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (t - j);
        out[blockIdx.x * n + k + t] = sum;
        __syncthreads();
    }
}

__global__ void picked(const float *const *__restrict__ in, float *out, int n)
{
    __shared__ __align__(128) float kp_tile[2][128];
    const int t = threadIdx.x;
    const float *x = in[blockIdx.x];
    float sum = 0.0f;

    // kpipe: pipelined where these hold, else the loop as written
    auto kp_clear = [](const volatile void *kp_a, long long kp_a_from, long long kp_a_to,
                    const volatile void *kp_b, long long kp_b_from, long long kp_b_to) {
        return reinterpret_cast<long long>(kp_a) + kp_a_to <= reinterpret_cast<long long>(kp_b) + kp_b_from ||
                reinterpret_cast<long long>(kp_b) + kp_b_to <= reinterpret_cast<long long>(kp_a) + kp_a_from;
    };
    const bool kp_apart =
        size_t(n) <= 262144 &&
        size_t(blockIdx.x) <= 262144 &&
        1LL * n * blockIdx.x <= 4294967295LL &&
        1LL * n * blockIdx.x + 1LL * n <= 4294967296LL &&
        1LL * n * blockIdx.x + 1LL * n + 1LL * blockDim.x <= 4294967297LL &&
        kp_clear(x, 0, 4LL * n + 4LL * blockDim.x - (4LL),
                out, 4LL * n * blockIdx.x, 4LL * n * blockIdx.x + 4LL * n + 4LL * blockDim.x - (4LL));
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    if (kp_apart) {
        float kp_r0;
        auto kp_fetch = [&](int k) __attribute__((always_inline)) {
            kp_r0 = x[k + t];
        };
        auto kp_compute = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &tile = kp_tile[kp_stage];
            for (int j = 0; j < 128; ++j)
                sum += tile[j] * (t - j);
            out[blockIdx.x * n + k + t] = sum;
        };
        auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
            auto &tile = kp_tile[kp_stage];
            tile[t] = kp_r0;
        };
        {
            int k = 0;
            if (k < n) {
                int kp_stage = 0;
                kp_fetch(k);
                kp_store(kp_stage);
                __syncthreads();
                int kp_k = k;
                for (k += 128; k < n; k += 128) {
                    kp_fetch(k);
                    kp_compute(kp_k, kp_stage);
                    kp_store(kp_stage ^ 1);
                    __syncthreads();
                    kp_k = k;
                    kp_stage ^= 1;
                }
                kp_compute(kp_k, kp_stage);
            }
        }
    } else { // kpipe: as written
        auto &tile = kp_tile[0];
        for (int k = 0; k < n; k += 128) {
            tile[t] = x[k + t];
            __syncthreads();
            for (int j = 0; j < 128; ++j)
                sum += tile[j] * (t - j);
            out[blockIdx.x * n + k + t] = sum;
            __syncthreads();
        }
    }
}

__global__ void record(const view *__restrict__ in, float *out, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        tile[t] = in->data[blockIdx.x * in->pitch + k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (t - j);
        out[blockIdx.x * n + k + t] = sum;
        __syncthreads();
    }
}

__global__ void index(const int *const *__restrict__ at, const float *__restrict__ x, int *out, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        tile[t] = x[at[blockIdx.x][k + t]];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (t - j);
        out[blockIdx.x * n + k + t] = sum;
        __syncthreads();
    }
}
