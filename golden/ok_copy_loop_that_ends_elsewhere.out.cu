// One buffer keeps what was there before. What is not in registers stays as it is.
#define T 64

__global__ void by_the_counter(const float *__restrict__ a, float *__restrict__ c, int n)
{
    __shared__ float as[256];
    const int t = threadIdx.x;
    float sum = 0.0f;

    as[t] = as[t + 64] = as[t + 128] = as[t + 192] = 0.0f;
    __syncthreads();
    static_assert(T == 64, "kpipe: T has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, one buffer (revert this change to undo)
    float kp_r0[4];
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        #pragma unroll
        for (int i = 0, kp_i = 0; kp_i < 4; ++i, ++kp_i) {
            if (i >= 4)
                continue;
            int j = t + i * T;
            if (k + j >= n)
                break;
            kp_r0[kp_i] = a[k + j];
        }
    };
    auto kp_compute = [&]() __attribute__((always_inline)) {
        for (int i = 0; i < 256; ++i)
            sum += as[i] * (t + 1);
    };
    auto kp_store = [&](int k) __attribute__((always_inline)) {
        #pragma unroll
        for (int i = 0, kp_i = 0; kp_i < 4; ++i, ++kp_i) {
            if (i >= 4)
                continue;
            int j = t + i * T;
            if (k + j >= n)
                break;
            as[j] = kp_r0[kp_i] * 0.5f;
        }
    };
    {
        int k = 0;
        if (k < n) {
            kp_fetch(k);
            kp_store(k);
            __syncthreads();
            for (k += 256; k < n; k += 256) {
                kp_fetch(k);
                kp_compute();
                __syncthreads();
                kp_store(k);
                __syncthreads();
            }
            kp_compute();
        }
    }
    c[blockIdx.x * T + t] = sum;
}

__global__ void under_a_condition(const float *__restrict__ a, float *__restrict__ c, int n)
{
    __shared__ float as[256];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 256) {
        for (int i = 0; i < 4; ++i) {
            int j = t + i * T;
            if (k > 256) {
                if (j >= 200)
                    break;
            }
            as[j] = a[k + j] * 0.5f;
        }
        __syncthreads();
        for (int i = 0; i < 256; ++i)
            sum += as[i] * (t + 1);
        __syncthreads();
    }
    c[blockIdx.x * T + t] = sum;
}

__global__ void in_a_branch(const float *__restrict__ a, float *__restrict__ c, int n)
{
    __shared__ float as[256];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 256) {
        for (int i = 0; i < 4; ++i) {
            int j = t + i * T;
            if (k + j < n) {
                if (j >= 200)
                    break;
                as[j] = a[k + j] * 0.5f;
            } else
                as[j] = 0.0f;
        }
        __syncthreads();
        for (int i = 0; i < 256; ++i)
            sum += as[i] * (t + 1);
        __syncthreads();
    }
    c[blockIdx.x * T + t] = sum;
}

__global__ void between(const float *__restrict__ a, float *__restrict__ c, int n)
{
    __shared__ float as[256];
    const int t = threadIdx.x;
    float sum = 0.0f;

    static_assert(T == 64, "kpipe: T has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, one buffer (revert this change to undo)
    float kp_r0[4];
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        #pragma unroll
        for (int i = 0, kp_i = 0; kp_i < 4; ++i, ++kp_i) {
            if (i >= 4)
                continue;
            int j = t + i * T;
            if (k + j < n)
                kp_r0[kp_i] = a[k + j];
            if (j >= 200)
                break;
        }
    };
    auto kp_compute = [&]() __attribute__((always_inline)) {
        for (int i = 0; i < 256; ++i)
            sum += as[i] * (t + 1);
    };
    auto kp_store = [&](int k) __attribute__((always_inline)) {
        #pragma unroll
        for (int i = 0, kp_i = 0; kp_i < 4; ++i, ++kp_i) {
            if (i >= 4)
                continue;
            int j = t + i * T;
            if (k + j < n)
                as[j] = kp_r0[kp_i] * 0.5f;
            if (j >= 200)
                break;
            if (k + j >= n)
                as[j] = 0.0f;
        }
    };
    {
        int k = 0;
        if (k < n) {
            kp_fetch(k);
            kp_store(k);
            __syncthreads();
            for (k += 256; k < n; k += 256) {
                kp_fetch(k);
                kp_compute();
                __syncthreads();
                kp_store(k);
                __syncthreads();
            }
            kp_compute();
        }
    }
    c[blockIdx.x * T + t] = sum;
}

__global__ void by_what_is_loaded(const float *__restrict__ a, float *__restrict__ c, int n)
{
    __shared__ float as[256];
    const int t = threadIdx.x;
    float sum = 0.0f;

    as[t] = as[t + 64] = as[t + 128] = as[t + 192] = 0.0f;
    __syncthreads();
    static_assert(T == 64, "kpipe: T has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, one buffer (revert this change to undo)
    float kp_r0[4];
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        #pragma unroll
        for (int i = 0, kp_i = 0; kp_i < 4; ++i, ++kp_i) {
            if (i >= 4)
                continue;
            float v = (kp_r0[kp_i] = a[k + t + i * T]);
            if (v < 0.0f)
                break;
        }
    };
    auto kp_compute = [&]() __attribute__((always_inline)) {
        for (int i = 0; i < 256; ++i)
            sum += as[i] * (t + 1);
    };
    auto kp_store = [&]() __attribute__((always_inline)) {
        #pragma unroll
        for (int i = 0, kp_i = 0; kp_i < 4; ++i, ++kp_i) {
            if (i >= 4)
                continue;
            float v = kp_r0[kp_i];
            if (v < 0.0f)
                break;
            as[t + i * T] = v * 0.5f;
        }
    };
    {
        int k = 0;
        if (k < n) {
            kp_fetch(k);
            kp_store();
            __syncthreads();
            for (k += 256; k < n; k += 256) {
                kp_fetch(k);
                kp_compute();
                __syncthreads();
                kp_store();
                __syncthreads();
            }
            kp_compute();
        }
    }
    c[blockIdx.x * T + t] = sum;
}
