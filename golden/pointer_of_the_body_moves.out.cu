// As kp403_near_pointer_of_the_body, but the element is another one the next time: by its index, by the
// bytes that are added, or as the pointer is set again. One buffer.
__global__ void by_index(const float *__restrict__ A, float *__restrict__ C, int K)
{
    __shared__ float As[64];
    const int t = threadIdx.x;
    float sum = 0;

    // kpipe 0.1.0: pipelined, staging registers, one buffer (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int k0) __attribute__((always_inline)) {
        kp_r0 = A[k0 + t];
    };
    auto kp_compute = [&]() __attribute__((always_inline)) {
        for (int j = 0; j < 64; ++j)
            sum += As[j] * (j ^ t);
    };
    auto kp_store = [&](int k0) __attribute__((always_inline)) {
        float *to = &As[(k0 + t) % 64];
        *to = kp_r0;
    };
    {
        int k0 = 0;
        if (k0 < K) {
            kp_fetch(k0);
            kp_store(k0);
            __syncthreads();
            for (k0 += 32; k0 < K; k0 += 32) {
                kp_fetch(k0);
                kp_compute();
                __syncthreads();
                kp_store(k0);
                __syncthreads();
            }
            kp_compute();
        }
    }
    C[t] = sum;
}

__global__ void by_sum(const float *__restrict__ A, float *__restrict__ C, int K)
{
    __shared__ float As[64];
    const int t = threadIdx.x;
    float sum = 0;

    // kpipe 0.1.0: pipelined, staging registers, one buffer (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int k0) __attribute__((always_inline)) {
        kp_r0 = A[k0 + t];
    };
    auto kp_compute = [&]() __attribute__((always_inline)) {
        for (int j = 0; j < 64; ++j)
            sum += As[j] * (j ^ t);
    };
    auto kp_store = [&](int k0) __attribute__((always_inline)) {
        float *to = As + k0 % 64;
        to[t] = kp_r0;
    };
    {
        int k0 = 0;
        if (k0 < K) {
            kp_fetch(k0);
            kp_store(k0);
            __syncthreads();
            for (k0 += 32; k0 < K; k0 += 32) {
                kp_fetch(k0);
                kp_compute();
                __syncthreads();
                kp_store(k0);
                __syncthreads();
            }
            kp_compute();
        }
    }
    C[t] = sum;
}

__global__ void set_again(const float *__restrict__ A, float *__restrict__ C, int K)
{
    __shared__ float As[64];
    const int t = threadIdx.x;
    float sum = 0;

    // kpipe 0.1.0: pipelined, staging registers, one buffer (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int k0) __attribute__((always_inline)) {
        kp_r0 = A[k0 + t];
    };
    auto kp_compute = [&]() __attribute__((always_inline)) {
        for (int j = 0; j < 64; ++j)
            sum += As[j] * (j ^ t);
    };
    auto kp_store = [&](int k0) __attribute__((always_inline)) {
        float *to = &As[t];
        if (k0 & 32)
            to = &As[32 + t];
        *to = kp_r0;
    };
    {
        int k0 = 0;
        if (k0 < K) {
            kp_fetch(k0);
            kp_store(k0);
            __syncthreads();
            for (k0 += 32; k0 < K; k0 += 32) {
                kp_fetch(k0);
                kp_compute();
                __syncthreads();
                kp_store(k0);
                __syncthreads();
            }
            kp_compute();
        }
    }
    C[t] = sum;
}

__global__ void in_an_outer_loop(const float *__restrict__ A, float *__restrict__ C, int K, int m)
{
    __shared__ float As[64];
    const int t = threadIdx.x;
    float sum = 0;

    for (int i = 0; i < m; ++i)
    {
        // kpipe 0.1.0: pipelined, staging registers, one buffer (revert this change to undo)
        float kp_r0;
        auto kp_fetch = [&](int k0) __attribute__((always_inline)) {
            kp_r0 = A[k0 + t];
        };
        auto kp_compute = [&]() __attribute__((always_inline)) {
            for (int j = 0; j < 64; ++j)
                sum += As[j] * (j ^ t);
        };
        auto kp_store = [&]() __attribute__((always_inline)) {
            float *to = &As[i % 2 * 32 + t];
            *to = kp_r0;
        };
        {
            int k0 = 0;
            if (k0 < K) {
                kp_fetch(k0);
                kp_store();
                __syncthreads();
                for (k0 += 32; k0 < K; k0 += 32) {
                    kp_fetch(k0);
                    kp_compute();
                    __syncthreads();
                    kp_store();
                    __syncthreads();
                }
                kp_compute();
                __syncthreads();
            }
        }
    }
    C[t] = sum;
}
