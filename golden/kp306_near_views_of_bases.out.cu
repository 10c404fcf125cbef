// kpipe: --stages 2
// Views whose constructor sets their members in its body, and such that inherit them.
#define TILE 16

struct basic {
    float *p;
    int ld;
};

struct derived : public basic {
    __device__ derived(float *q, int w)
    {
        p = q;
        ld = w;
    }
    __device__ float &operator()(int r, int c) { return p[r * ld + c]; }
};

template <typename E> class plain {
    E *p;
    int ld;

public:
    __device__ plain(E *q, int w) : ld(w) { p = q; }
    __device__ E &operator()(int r, int c) { return p[r * ld + c]; }
};

__global__ void __launch_bounds__(TILE *TILE) inherits(const float *__restrict__ A, const float *__restrict__ B,
                                                       float *__restrict__ C, int n, int l)
{
    __shared__ __align__(128) float kp_raw[2][TILE * TILE];
    __shared__ __align__(128) float kp_flat[2][TILE * TILE];
    const int x = threadIdx.x, y = threadIdx.y;
    const int row = blockIdx.y * TILE + y, column = blockIdx.x * TILE + x;
    float sum = 0;
    static_assert(TILE == 16, "kpipe: TILE has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0, kp_r1;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = A[row * l + k + x];
        kp_r1 = B[(k + y) * n + column];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &raw = kp_raw[kp_stage];
        auto &flat = kp_flat[kp_stage];
        for (int j = 0; j < TILE; j++)
            sum += raw[y * TILE + j] * flat[j * 16 + x];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &raw = kp_raw[kp_stage];
        auto &flat = kp_flat[kp_stage];
        raw[y * TILE + x] = kp_r0;
        flat[y * 16 + x] = kp_r1;
    };
    {
        int k = 0;
        if (k < l) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += TILE; k < l; k += TILE) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    C[row * n + column] = sum;
}
