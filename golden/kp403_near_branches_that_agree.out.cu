// kpipe: --stages 2
// Both branches write the same elements: words, a vector, or a loop.
__global__ void words_or_loop(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(16) float kp_xs[2][128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float4 kp_r0;
    float kp_r1[4];
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        const int at = t * 4;

        if (k + at + 3 < n) {
            kp_r0 = *reinterpret_cast<const float4 *>(&x[k + at]);
        } else {
            #pragma unroll
            for (int j = 0; j < 4; j++)
                kp_r1[j] = k + at + j < n ? x[k + at + j] : 0.0f;
        }
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        for (int i = 0; i < 128; i++)
            sum += xs[(i + t) % 128];
    };
    auto kp_store = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        const int at = t * 4;

        if (k + at + 3 < n) {
            const float4 v = kp_r0;
            xs[at] = v.x;
            xs[at + 1] = v.y;
            xs[at + 2] = v.z;
            xs[at + 3] = v.w;
        } else {
            #pragma unroll
            for (int j = 0; j < 4; j++)
                xs[at + j] = kp_r1[j];
        }
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(k, kp_stage);
            __syncthreads();
            for (k += 128; k < n; k += 128) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(k, kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    y[blockIdx.x * 32 + t] = sum;
}

__global__ void loop_or_vector(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(16) float kp_xs[2][128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0[4];
    float4 kp_r1;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        const int at = t * 4;

        if (k + at + 3 < n) {
            #pragma unroll
            for (int j = 1, kp_i = 0; j < 5; j++, ++kp_i)
                kp_r0[kp_i] = x[k + at + j - 1];
        } else {
            kp_r1 = *reinterpret_cast<const float4 *>(&x[k % 4]);
        }
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        for (int i = 0; i < 128; i++)
            sum += xs[(i + t) % 128];
    };
    auto kp_store = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        const int at = t * 4;

        if (k + at + 3 < n) {
            #pragma unroll
            for (int j = 1, kp_i = 0; j < 5; j++, ++kp_i)
                xs[at - 1 + j] = 2.0f * kp_r0[kp_i];
        } else {
            *reinterpret_cast<float4 *>(&xs[at]) = kp_r1;
        }
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(k, kp_stage);
            __syncthreads();
            for (k += 128; k < n; k += 128) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(k, kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    y[blockIdx.x * 32 + t] = sum;
}

__global__ void halves_or_loop(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(16) float kp_xs[2][128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float2 kp_r0, kp_r1;
    float kp_r2[4];
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        const int at = t * 4;

        if (k + at + 3 < n) {
            kp_r0 = *reinterpret_cast<const float2 *>(&x[k + at + 2]);
            kp_r1 = *reinterpret_cast<const float2 *>(&x[k + at]);
        } else {
            #pragma unroll
            for (int j = 0; j < 4; j++)
                kp_r2[j] = k + at + j < n ? x[k + at + j] : 0.0f;
        }
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        for (int i = 0; i < 128; i++)
            sum += xs[(i + t) % 128];
    };
    auto kp_store = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        const int at = t * 4;

        if (k + at + 3 < n) {
            *reinterpret_cast<float2 *>(&xs[at + 2]) = kp_r0;
            *reinterpret_cast<float2 *>(&xs[at]) = kp_r1;
        } else {
            #pragma unroll
            for (int j = 0; j < 4; j++)
                xs[at + j] = kp_r2[j];
        }
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(k, kp_stage);
            __syncthreads();
            for (k += 128; k < n; k += 128) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(k, kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    y[blockIdx.x * 32 + t] = sum;
}

__global__ void vectors_or_words(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(16) float kp_xs[2][256];
    const int t = threadIdx.x;
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float4 kp_r0[2];
    float kp_r1[8];
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        const int at = t * 4;

        if (k + at + 3 < n) {
            #pragma unroll
            for (int j = 0, kp_i = 0; j < 8; j += 4, ++kp_i)
                kp_r0[kp_i] = *reinterpret_cast<const float4 *>(&x[k + at]);
        } else {
            #pragma unroll
            for (int j = 0; j < 8; j++)
                kp_r1[j] = k + at + j < n ? x[k + at + j] : 0.0f;
        }
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        for (int i = 0; i < 128; i++)
            sum += xs[(i + t) % 256];
    };
    auto kp_store = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        const int at = t * 4;

        const int to = t * 8;

        if (k + at + 3 < n) {
            #pragma unroll
            for (int j = 0, kp_i = 0; j < 8; j += 4, ++kp_i)
                *reinterpret_cast<float4 *>(&xs[to + j]) = kp_r0[kp_i];
        } else {
            #pragma unroll
            for (int j = 0; j < 8; j++)
                xs[to + j] = kp_r1[j];
        }
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(k, kp_stage);
            __syncthreads();
            for (k += 128; k < n; k += 128) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(k, kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    y[blockIdx.x * 32 + t] = sum;
}

__global__ void third_branch(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(16) float kp_xs[2][128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float4 kp_r0;
    float kp_r1[4];
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        const int at = t * 4;

        if (k + 128 <= n) {
            if (t < 16) {
                if (n % 4 == 0) {
                    kp_r0 = *reinterpret_cast<const float4 *>(&x[k + at]);
                } else {
                    #pragma unroll
                    for (int j = 0; j < 4; j++)
                        kp_r1[j] = x[k + at + j];
                }
            }
        }
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        for (int i = 0; i < 128; i++)
            sum += xs[(i + t) % 64];
    };
    auto kp_store = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        const int at = t * 4;

        if (k + 128 <= n) {
            if (t < 16) {
                if (n % 4 == 0) {
                    *reinterpret_cast<float4 *>(&xs[at]) = kp_r0;
                } else {
                    #pragma unroll
                    for (int j = 0; j < 4; j++)
                        xs[at + j] = kp_r1[j];
                }
            }
        } else if (t < 16) {
            for (int j = 0; j < 4; j++)
                xs[at + j] = 0.0f;
        }
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(k, kp_stage);
            __syncthreads();
            for (k += 128; k < n; k += 128) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(k, kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    y[blockIdx.x * 32 + t] = sum;
}

template <int COLUMNS>
__global__ void transposed(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ struct alignas(128) { float xs[32][COLUMNS + 4]; } kp_xs[2];
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float4 kp_r0[8];
    float kp_r1[8 * 4];
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        memset(kp_r0, 0, sizeof(kp_r0));
        memset(kp_r1, 0, sizeof(kp_r1));
        #pragma unroll
        for (int i = threadIdx.x, kp_i = 0; kp_i < 8 && i < COLUMNS * 8; i += blockDim.x, ++kp_i) {
            int column = i / 8, row = i % 8 * 4;

            if (k + row + 3 < n) {
                kp_r0[kp_i] = *reinterpret_cast<const float4 *>(&x[column * n + k + row]);
            } else {
                #pragma unroll
                for (int j = 0; j < 4; j++)
                    kp_r1[kp_i * 4 + j] = k + row + j < n ? x[column * n + k + row + j] : 0.0f;
            }
        }
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage].xs;
        for (int i = 0; i < 32; i++)
            sum += xs[i][threadIdx.x % COLUMNS];
    };
    auto kp_store = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage].xs;
        {
            int i = threadIdx.x;
            #pragma unroll
            for (int kp_i = 0; kp_i < 8 && i < COLUMNS * 8; i += blockDim.x, ++kp_i) {
                int column = i / 8, row = i % 8 * 4;

                if (k + row + 3 < n) {
                    float4 v = kp_r0[kp_i];
                    xs[row][column] = v.x;
                    xs[row + 1][column] = v.y;
                    xs[row + 2][column] = v.z;
                    xs[row + 3][column] = v.w;
                } else {
                #pragma unroll
                    for (int j = 0; j < 4; j++)
                        xs[row + j][column] = kp_r1[kp_i * 4 + j];
                }
            }
            for (; i < COLUMNS * 8; i += blockDim.x) {
                int column = i / 8, row = i % 8 * 4;

                if (k + row + 3 < n) {
                    float4 v = *reinterpret_cast<const float4 *>(&x[column * n + k + row]);
                    xs[row][column] = v.x;
                    xs[row + 1][column] = v.y;
                    xs[row + 2][column] = v.z;
                    xs[row + 3][column] = v.w;
                } else {
                    for (int j = 0; j < 4; j++)
                        xs[row + j][column] = k + row + j < n ? x[column * n + k + row + j] : 0.0f;
                }
            }
        }
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(k, kp_stage);
            __syncthreads();
            for (k += 32; k < n; k += 32) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(k, kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    y[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

void run(float *x, float *y, int n)
{
    words_or_loop<<<8, 32>>>(x, y, n);
    vectors_or_words<<<8, 32>>>(x, y, n);
    loop_or_vector<<<8, 32>>>(x, y, n);
    halves_or_loop<<<8, 32>>>(x, y, n);
    third_branch<<<8, 32>>>(x, y, n);
    transposed<64><<<8, 64>>>(x, y, n);
}
