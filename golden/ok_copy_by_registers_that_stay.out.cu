// kpipe: --stages 2
// What these loops keep in registers stays there.
// Something else reads one of them.
__global__ void read_again(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float As[256];
    const int t = threadIdx.x;
    float held[4], acc = 0.0f;

    for (int k = 0; k < n; k += 256) {
        for (int i = 0; i < 4; i++)
            held[i] = A[k + i * 64 + t];
        for (int i = 0; i < 4; i++)
            As[i * 64 + t] = held[i];
        __syncthreads();
        for (int j = 0; j < 256; ++j)
            acc += As[j] * held[j % 4];
        __syncthreads();
    }
    C[blockIdx.x * 64 + t] = acc;
}

// The loops are not over the same elements.
__global__ void other_loop(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ __align__(128) float kp_As[2][256];
    const int t = threadIdx.x;
    float held[4] = {}, acc = 0.0f;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0[3];
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        #pragma unroll
        for (int i = 1, kp_i = 0; i < 4; i++, ++kp_i)
            kp_r0[kp_i] = A[k + i * 64 + t];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        for (int j = 0; j < 256; ++j)
            acc += As[j] * (float)(j + t);
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        #pragma unroll
        for (int i = 1, kp_i = 0; i < 4; i++, ++kp_i)
            held[i] = kp_r0[kp_i];
        for (int i = 0; i < 4; i++)
            As[i * 64 + t] = held[i];
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += 256; k < n; k += 256) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    C[blockIdx.x * 64 + t] = acc;
}

// All iterations set one element.
__global__ void same_element(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ __align__(128) float kp_As[2][256];
    const int t = threadIdx.x;
    float held[4], acc = 0.0f;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0[4];
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        #pragma unroll
        for (int i = 0; i < 4; i++)
            kp_r0[i] = A[k + i * 64 + t];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        for (int j = 0; j < 256; ++j)
            acc += As[j] * (float)(j + t);
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        #pragma unroll
        for (int i = 0; i < 4; i++)
            held[0] = kp_r0[i];
        for (int i = 0; i < 4; i++)
            As[i * 64 + t] = held[0];
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += 256; k < n; k += 256) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    C[blockIdx.x * 64 + t] = acc;
}

// Where it is read, the pointer has moved on.
__global__ void moved_on(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ __align__(128) float kp_As[2][256];
    const int t = threadIdx.x;
    float held[4], acc = 0.0f;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0[4];
    auto kp_fetch = [&]() __attribute__((always_inline)) {
        #pragma unroll
        for (int i = 0; i < 4; i++)
            kp_r0[i] = A[i * 64 + t];
        A += 256;
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        for (int j = 0; j < 256; ++j)
            acc += As[j] * (float)(j + t);
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        #pragma unroll
        for (int i = 0; i < 4; i++)
            held[i] = kp_r0[i];
        for (int i = 0; i < 4; i++)
            As[i * 64 + t] = held[i];
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch();
            kp_store(kp_stage);
            __syncthreads();
            for (k += 256; k < n; k += 256) {
                kp_fetch();
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    C[blockIdx.x * 64 + t] = acc;
}

// A name means something else where it would be read.
__global__ void hidden(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C,
                       int n)
{
    __shared__ float As[256];
    const int t = threadIdx.x;
    const float *from = A;
    float held[4], acc = 0.0f;

    for (int k = 0; k < n; k += 256) {
        for (int i = 0; i < 4; i++)
            held[i] = from[k + i * 64 + t];
        const float *from = B;
        for (int i = 0; i < 4; i++)
            As[i * 64 + t] = held[i];
        __syncthreads();
        for (int j = 0; j < 256; ++j)
            acc += As[j] * from[j];
        __syncthreads();
    }
    C[blockIdx.x * 64 + t] = acc;
}

// The value is converted.
__global__ void converted(const int *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ __align__(128) float kp_As[2][256];
    const int t = threadIdx.x;
    float held[4], acc = 0.0f;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    int kp_r0[4];
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        #pragma unroll
        for (int i = 0; i < 4; i++)
            kp_r0[i] = A[k + i * 64 + t];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        for (int j = 0; j < 256; ++j)
            acc += As[j] * (float)(j + t);
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        #pragma unroll
        for (int i = 0; i < 4; i++)
            held[i] = kp_r0[i];
        for (int i = 0; i < 4; i++)
            As[i * 64 + t] = held[i];
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += 256; k < n; k += 256) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    C[blockIdx.x * 64 + t] = acc;
}

// The bound of the loops moves between them.
__global__ void bound_moves(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float As[256];
    const int t = threadIdx.x;
    float held[4] = {}, acc = 0.0f;

    for (int k = 0; k < n; k += 256) {
        int most = 2;
        for (int i = 0; i < most; i++)
            held[i] = A[k + i * 64 + t];
        most = 4;
        for (int i = 0; i < most; i++)
            As[i * 64 + t] = held[i];
        __syncthreads();
        for (int j = 0; j < 256; ++j)
            acc += As[j] * (float)(j + t);
        __syncthreads();
    }
    C[blockIdx.x * 64 + t] = acc;
}

// Behind the loop, too.
__global__ void read_behind(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ __align__(128) float kp_As[2][256];
    const int t = threadIdx.x;
    float held[4] = {}, acc = 0.0f;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0[4];
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        #pragma unroll
        for (int i = 0; i < 4; i++)
            kp_r0[i] = A[k + i * 64 + t];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        for (int j = 0; j < 256; ++j)
            acc += As[j] * (float)(j + t);
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        #pragma unroll
        for (int i = 0; i < 4; i++)
            held[i] = kp_r0[i];
        for (int i = 0; i < 4; i++)
            As[i * 64 + t] = held[i];
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += 256; k < n; k += 256) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    C[blockIdx.x * 64 + t] = acc + held[1];
}

// The load phase reads one of them again.
__global__ void read_in_load(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ __align__(128) float kp_As[2][256];
    const int t = threadIdx.x;
    float held[4], acc = 0.0f;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0[3];
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        #pragma unroll
        for (int i = 0; i < 3; i++)
            kp_r0[i] = A[k + i * 64 + t];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        for (int j = 0; j < 256; ++j)
            acc += As[j] * (float)(j + t);
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        #pragma unroll
        for (int i = 0; i < 3; i++)
            held[i] = kp_r0[i];
        for (int i = 0; i < 3; i++)
            As[i * 64 + t] = held[i];
        As[192 + t] = held[0];
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += 256; k < n; k += 256) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    C[blockIdx.x * 64 + t] = acc;
}
