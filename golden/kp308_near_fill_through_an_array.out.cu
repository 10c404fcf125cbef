// kpipe: --variant ldg --stages 2
// Both halves of a buffer are filled through arrays of the thread's, which compute uses for its operands.
__global__ void __launch_bounds__(128) product(const int *__restrict__ A, const int *__restrict__ B, int *__restrict__ C, int n)
{
    __shared__ __align__(128) int kp_raw[2][512];
    auto &raw = kp_raw[0];
    auto a = raw;
    auto b = raw + 256;
    int x[2], y[2], sum = 0;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    auto kp_a = a;
    auto kp_b = b;
    int kp_r0[2], kp_r1[2];
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
#pragma unroll
        for (int i = 0; i < 2; i++)
            kp_r0[i] = A[k + threadIdx.x + 128 * i];
#pragma unroll
        for (int i = 0; i < 2; i++)
            kp_r1[i] = B[k + threadIdx.x + 128 * i];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto a = (decltype(kp_a))((char *)kp_a + kp_stage * sizeof(kp_raw[0]));
        auto b = (decltype(kp_b))((char *)kp_b + kp_stage * sizeof(kp_raw[0]));
        for (int j = 0; j < 128; j++) {
#pragma unroll
            for (int i = 0; i < 2; i++) {
                x[i] = a[2 * j + i];
                y[i] = b[(j + threadIdx.x) % 128 + 128 * i];
            }
            sum += x[0] * y[1] + x[1] * y[0];
        }
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto a = (decltype(kp_a))((char *)kp_a + kp_stage * sizeof(kp_raw[0]));
        auto b = (decltype(kp_b))((char *)kp_b + kp_stage * sizeof(kp_raw[0]));
#pragma unroll
        for (int i = 0; i < 2; i++)
            x[i] = kp_r0[i];
#pragma unroll
        for (int i = 0; i < 2; i++)
            y[i] = kp_r1[i];
#pragma unroll
        for (int i = 0; i < 2; i++)
            a[threadIdx.x + 128 * i] = x[i];
#pragma unroll
        for (int i = 0; i < 2; i++)
            b[threadIdx.x + 128 * i] = y[i];
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
    C[blockIdx.x * 128 + threadIdx.x] = sum;
}
void launch(const int *A, const int *B, int *C, int n)
{
    product<<<4, 128>>>(A, B, C, n);
}
