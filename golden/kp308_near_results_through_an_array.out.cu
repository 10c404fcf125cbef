// kpipe: --variant ldg --stages 2
// The array brings the next tile into the buffer's first half, and what compute has made into its second.
__global__ void __launch_bounds__(128) product(const int *__restrict__ A, int *__restrict__ C, int n)
{
    __shared__ __align__(128) int kp_raw[2][512];
    auto &raw = kp_raw[0];
    auto a = raw;
    auto b = raw + 256;
    int x[2], sum = 0;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    auto kp_a = a;
    int kp_r0[2];
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
#pragma unroll
        for (int i = 0; i < 2; i++)
            kp_r0[i] = A[k + threadIdx.x + 128 * i];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto a = (decltype(kp_a))((char *)kp_a + kp_stage * sizeof(kp_raw[0]));
#pragma unroll
        for (int i = 0; i < 2; i++)
            x[i] = a[(threadIdx.x + 1) % 128 + 128 * i] * sum;
#pragma unroll
        for (int i = 0; i < 2; i++)
            b[threadIdx.x + 128 * i] = x[i];
        __syncthreads();
        for (int j = 0; j < 128; j++)
            sum += a[2 * j] + b[j + threadIdx.x];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto a = (decltype(kp_a))((char *)kp_a + kp_stage * sizeof(kp_raw[0]));
#pragma unroll
        for (int i = 0; i < 2; i++)
            x[i] = kp_r0[i];
#pragma unroll
        for (int i = 0; i < 2; i++)
            a[threadIdx.x + 128 * i] = x[i];
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
void launch(const int *A, int *C, int n)
{
    product<<<4, 128>>>(A, C, n);
}
