// Objects with a base are the elements of the tile.
struct base { float a; };
struct item : base { float b; };

__global__ void gemv(const float *__restrict__ A, const float *x, float *__restrict__ y, int n)
{
    __shared__ __align__(128) item kp_xs[2][128];
    const int t = threadIdx.x, row = blockIdx.x * 128 + t;
    const item *const in = (const item *)x;
    float sum = 0.0f;

    static_assert(sizeof(item) == 8 && alignof(item) == 4,
                  "kpipe: sizeof(item) or alignof(item) has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    item kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = in[k + t];
    };
    auto kp_compute = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        for (int j = 0; j < 128; ++j)
            sum += A[(k + j) * n + row] * xs[j].a * xs[j].b;
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        xs[t] = kp_r0;
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
            __syncthreads();
        }
    }
    y[row] = sum;
}

void host(const float *A, const float *x, float *y, int n) { gemv<<<n / 128, 128>>>(A, x, y, n); }
