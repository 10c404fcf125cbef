// A constructor and a member's initialiser are callers, too: they pass the block's memory.
static __device__ float by_constructor(const float *a, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, staging registers, one buffer (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = a[k + t];
    };
    auto kp_compute = [&]() __attribute__((always_inline)) {
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (j + n);
    };
    auto kp_store = [&]() __attribute__((always_inline)) {
        tile[t] = kp_r0;
    };
    {
        int k = 0;
        if (k < 512) {
            kp_fetch(k);
            kp_store();
            __syncthreads();
            for (k += 128; k < 512; k += 128) {
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
    return sum;
}

static __device__ float by_initialiser(const float *a, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, staging registers, one buffer (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = a[k + t];
    };
    auto kp_compute = [&]() __attribute__((always_inline)) {
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (j + n);
    };
    auto kp_store = [&]() __attribute__((always_inline)) {
        tile[t] = kp_r0;
    };
    {
        int k = 0;
        if (k < 512) {
            kp_fetch(k);
            kp_store();
            __syncthreads();
            for (k += 128; k < 512; k += 128) {
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
    return sum;
}

struct made {
    float sum;
    __device__ made(const float *p) : sum(by_constructor(p, 1)) {}
};

struct listed {
    const float *from;
    float sum = by_initialiser(from, 1);
};

__global__ void sums(const float *__restrict__ x, float *__restrict__ y)
{
    __shared__ float own[512];
    const int t = threadIdx.x;

    for (int i = t; i < 512; i += 128)
        own[i] = x[i] * 2.0f;
    __syncthreads();
    float sum = by_constructor(x, 2) + by_initialiser(x, 3);
    made a(own);
    listed b{own};
    y[blockIdx.x * 128 + t] = sum + a.sum + b.sum;
}
