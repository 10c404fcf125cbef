// A name in a default argument of an overload, in a list in front of a member of that name, and one that a macro
// says twice: there is a node of it around the place, or of another one, but none of this call.
__shared__ float own[512];

static __device__ float overloaded(const float *a, int n)
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

static __device__ float member(const float *a, int n)
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

static __device__ float given(const float *a, int n)
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

static __device__ float said(const float *a, int n)
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

static __device__ float overloaded(float v = overloaded(own, 1))
{
    return v;
}

struct box {
    float member;
};

#define GIVEN(f)                                                                                   \
    struct by_argument {                                                                           \
        const float *from;                                                                         \
        float sum = f(from, 1);                                                                    \
    };                                                                                             \
    __global__ void by_argument_too(const float *__restrict__ x, float *__restrict__ y)            \
    {                                                                                              \
        y[threadIdx.x] = f(x, 2);                                                                  \
    }
GIVEN(given)

#define SAID                                                                                       \
    struct by_body {                                                                               \
        const float *from;                                                                         \
        float sum = said(from, 1);                                                                 \
    };                                                                                             \
    __global__ void by_body_too(const float *__restrict__ x, float *__restrict__ y)                \
    {                                                                                              \
        y[threadIdx.x] = said(x, 2);                                                               \
    }
SAID

__global__ void sums(const float *__restrict__ x, float *__restrict__ y)
{
    const int t = threadIdx.x;

    for (int i = t; i < 512; i += 128)
        own[i] = x[i] * 2.0f;
    __syncthreads();
    by_argument a{own};
    by_body b{own};
    y[blockIdx.x * 128 + t] = overloaded(x, 2) + overloaded() + member(x, 2) + given(x, 3) +
                              said(x, 4) + [&] {
                                  float s = 0.0f;
                                  for (float v : {member(own, 1)})
                                      s += v;
                                  return box{s};
                              }().member +
                              a.sum + b.sum;
}
