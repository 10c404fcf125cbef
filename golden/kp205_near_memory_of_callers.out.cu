// What callers out of sight pass may be memory of any space: it goes through registers.
struct pair {
    float re, im;
};

__device__ float product(const float *a, const pair *b, int ld, int n)
{
    __shared__ float as[128];
    __shared__ pair bs[128];
    const int t = threadIdx.x;
    const pair *q = b + t * ld;
    float sum = 0.0f;

    static_assert(sizeof(pair) == 8 && alignof(pair) == 4,
                  "kpipe: sizeof(pair) or alignof(pair) has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, one buffer (revert this change to undo)
    float kp_r0;
    pair kp_r1;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = a[k + t];
        kp_r1 = q[k * ld];
    };
    auto kp_compute = [&]() __attribute__((always_inline)) {
        for (int j = 0; j < 128; ++j)
            sum += as[j] * bs[j].re - bs[j].im;
    };
    auto kp_store = [&]() __attribute__((always_inline)) {
        as[t] = kp_r0;
        bs[t] = kp_r1;
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
    return sum;
}

__global__ void from_global(const float *a, const pair *b, float *out, int ld, int n)
{
    out[blockIdx.x * 128 + threadIdx.x] = product(a, b, ld, n);
}

void run(const float *a, const pair *b, float *out, int ld, int n)
{
    from_global<<<16, 128>>>(a, b, out, ld, n);
}
