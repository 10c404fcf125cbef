// What stands in front of a static function's name is evaluated, though the function has no object: where the function's
// text stands in place of the call, that must not be left out. `plainly` and `plain_pointer` have nothing but names there.
// kpipe: --stages 2
#define T 128

struct ring {
    int at;

    static __device__ void wait()
    {
        __syncthreads();
    }
};

__device__ ring *next(int *turns)
{
    *turns += 7;
    return nullptr;
}

__global__ void called(const float *__restrict__ a, float *__restrict__ c, int n)
{
    __shared__ float as[T];
    float sum = 0;
    int turns = 0;

    for (int i = 0; i < n; i += T) {
        as[threadIdx.x] = a[i + threadIdx.x];
        next(&turns)->wait();
        for (int j = 0; j < T; j++)
            sum += as[j] * (j ^ threadIdx.x);
        __syncthreads();
    }
    c[threadIdx.x] = sum + turns;
}

__global__ void indexed(const float *__restrict__ a, float *__restrict__ c, int n)
{
    __shared__ float as[T];
    float sum = 0;
    int turns = 0;
    ring two[2];

    for (int i = 0; i < n; i += T) {
        as[threadIdx.x] = a[i + threadIdx.x];
        two[turns++ & 1].wait();
        for (int j = 0; j < T; j++)
            sum += as[j] * (j ^ threadIdx.x);
        __syncthreads();
    }
    c[threadIdx.x] = sum + turns;
}

__global__ void plainly(const float *__restrict__ a, float *__restrict__ c, int n)
{
    __shared__ __align__(128) float kp_as[2][T];
    float sum = 0;
    ring two[2];

    static_assert(T == 128 && sizeof(ring) == 4 && alignof(ring) == 4,
                  "kpipe: T, sizeof(ring) or alignof(ring) has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int i) __attribute__((always_inline)) {
        kp_r0 = a[i + threadIdx.x];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &as = kp_as[kp_stage];
        for (int j = 0; j < T; j++)
            sum += as[j] * (j ^ threadIdx.x);
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &as = kp_as[kp_stage];
        as[threadIdx.x] = kp_r0;
    };
    {
        int i = 0;
        if (i < n) {
            int kp_stage = 0;
            kp_fetch(i);
            kp_store(kp_stage);
            __syncthreads();
            for (i += T; i < n; i += T) {
                kp_fetch(i);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    c[threadIdx.x] = sum;
}

__global__ void plain_pointer(const float *__restrict__ a, float *__restrict__ c, int n)
{
    __shared__ __align__(128) float kp_as[2][T];
    float sum = 0;
    ring *of = nullptr;

    static_assert(T == 128 && sizeof(ring) == 4 && alignof(ring) == 4,
                  "kpipe: T, sizeof(ring) or alignof(ring) has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int i) __attribute__((always_inline)) {
        kp_r0 = a[i + threadIdx.x];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &as = kp_as[kp_stage];
        for (int j = 0; j < T; j++)
            sum += as[j] * (j ^ threadIdx.x);
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &as = kp_as[kp_stage];
        as[threadIdx.x] = kp_r0;
    };
    {
        int i = 0;
        if (i < n) {
            int kp_stage = 0;
            kp_fetch(i);
            kp_store(kp_stage);
            __syncthreads();
            for (i += T; i < n; i += T) {
                kp_fetch(i);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    c[threadIdx.x] = sum;
}
