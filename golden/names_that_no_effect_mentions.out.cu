// What the names stand for is not read in one of the two halves, but their text stands there.
struct step {
    int x;
    __device__ int four() const { return 4; }
    static __device__ int five() { return 5; }
    __device__ int operator()(int b) const { return b; }
};

__device__ int unused(const int &x) { return 4; }
__device__ int operator~(const step &s) { return 4; }

__global__ void stored(const float *A, float *C, int K)
{
    __shared__ float As[512];
    float acc = 0.0f;
    int t = threadIdx.x;

    static_assert(sizeof(step) == 4 && alignof(step) == 4,
                  "kpipe: sizeof(step) or alignof(step) has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, one buffer (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int k0) __attribute__((always_inline)) {
        step s, many[2], other;
        int y = k0 & 3, ys[2];

        s.x = many[0].x = other.x = ys[0] = k0 & 3;
        kp_r0 = A[k0 + t + s.x + many[0].x + other.x + y + ys[0]];
    };
    auto kp_compute = [&]() __attribute__((always_inline)) {
        for (int i = 0; i < 256; ++i)
            acc += As[i];
    };
    auto kp_store = [&](int k0) __attribute__((always_inline)) {
        step s, many[2], other;
        int y = k0 & 3, ys[2];

        s.x = many[0].x = other.x = ys[0] = k0 & 3;
        As[t + s.four() + many[0].five() + other(2) + unused(y) + unused(ys[0])] = kp_r0;
    };
    {
        int k0 = 0;
        if (k0 < K) {
            kp_fetch(k0);
            kp_store(k0);
            __syncthreads();
            for (k0 += 256; k0 < K; k0 += 256) {
                kp_fetch(k0);
                kp_compute();
                __syncthreads();
                kp_store(k0);
                __syncthreads();
            }
            kp_compute();
        }
    }
    C[t] = acc;
}

__global__ void fetched(const float *A, float *C, int K)
{
    __shared__ float As[512];
    float acc = 0.0f;
    int t = threadIdx.x;

    // kpipe 0.1.0: pipelined, staging registers, one buffer (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int k0) __attribute__((always_inline)) {
        step s;
        int y = k0 & 3;

        s.x = k0 & 3;
        kp_r0 = A[k0 + t + ~s + unused(y) + unused(s.x)];
    };
    auto kp_compute = [&]() __attribute__((always_inline)) {
        for (int i = 0; i < 256; ++i)
            acc += As[i];
    };
    auto kp_store = [&](int k0) __attribute__((always_inline)) {
        step s;
        int y = k0 & 3;

        s.x = k0 & 3;
        As[t + s.x + y] = kp_r0;
    };
    {
        int k0 = 0;
        if (k0 < K) {
            kp_fetch(k0);
            kp_store(k0);
            __syncthreads();
            for (k0 += 256; k0 < K; k0 += 256) {
                kp_fetch(k0);
                kp_compute();
                __syncthreads();
                kp_store(k0);
                __syncthreads();
            }
            kp_compute();
        }
    }
    C[t] = acc;
}
