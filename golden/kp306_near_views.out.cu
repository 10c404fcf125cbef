// kpipe: --stages 2
// Tiles behind small classes whose methods return references to elements.
#define TILE 16

template <typename E, int W> struct view {
    E *p;

    __device__ explicit view(E *q) : p(q) {}
    __device__ E &operator()(int r, int c) { return p[r * W + c]; }
    __device__ E operator()(int r, int c) const { return p[r * W + c]; }
    __device__ E &operator[](int i) { return p[i]; }
};

// Of as many columns as the run says.
struct rows {
    float *data;
    int ld;

    __device__ float &at(int r, int c) const { return data[r * ld + c]; }
};

template <typename E, int H, int W> struct matrix {
    E data[H][W];

    __device__ E &operator()(int r, int c) { return data[r][c]; }
    __device__ E get(int r, int c) const { return data[r][c]; }
};

__global__ void __launch_bounds__(TILE *TILE) by_views(const float *__restrict__ A, const float *__restrict__ B,
                                           float *__restrict__ C, int m, int n, int l)
{
    __shared__ __align__(128) float kp_raw[2][TILE * TILE], kp_raw_flat[2][TILE * TILE];
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
        auto &flat = kp_raw_flat[kp_stage];
        for (int j = 0; j < TILE; j++)
            sum += raw[y * ((int)TILE) + j] * flat[j * 16 + x];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &raw = kp_raw[kp_stage];
        auto &flat = kp_raw_flat[kp_stage];
        raw[y * ((int)TILE) + x] = kp_r0;
        flat[(y * TILE + x)] = kp_r1;
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

__global__ void __launch_bounds__(TILE *TILE) by_rows(const float *__restrict__ A, const float *__restrict__ B,
                                           float *__restrict__ C, int m, int n, int l)
{
    __shared__ struct alignas(128) { float raw[TILE][TILE + 1], flat[TILE * TILE]; } kp_raw[2];
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
        auto &raw = kp_raw[kp_stage].raw;
        auto &flat = kp_raw[kp_stage].flat;
        for (int j = 0; j < TILE; j++)
            sum += (&raw[0][0])[y * 17 + j] * flat[j * 16 + x];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &raw = kp_raw[kp_stage].raw;
        auto &flat = kp_raw[kp_stage].flat;
        (&raw[0][0])[y * 17 + x] = kp_r0;
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

__global__ void __launch_bounds__(TILE *TILE) by_shared(const float *__restrict__ A, const float *__restrict__ B,
                                           float *__restrict__ C, int m, int n, int l)
{
    __shared__ __align__(128) matrix<float, TILE, TILE> kp_As[2], kp_As_Bs[2];
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
        auto &As = kp_As[kp_stage];
        auto &Bs = kp_As_Bs[kp_stage];
        for (int j = 0; j < TILE; j++)
            sum += As.data[y][j] * Bs.data[j][x];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        auto &Bs = kp_As_Bs[kp_stage];
        As.data[y][x] = kp_r0;
        Bs.data[y][x] = kp_r1;
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
