// kpipe: --stages 2
// A template and its specialisation have parameters of the same types: the copies are kept as they are, where wide ones would be
// compared with one of the two where they do not hold.
template <int STEP>
__global__ void __launch_bounds__(256) sums(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ __align__(128) float kp_as[2][256];
    const int t = threadIdx.x;
    float sum = STEP;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = A[k + t];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &as = kp_as[kp_stage];
        for (int j = 0; j < 256; j++)
            sum += as[j] * t;
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &as = kp_as[kp_stage];
        as[t] = kp_r0;
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
    C[t] = sum;
}

template <>
__global__ void sums<8>(const float *__restrict__ A, float *__restrict__ C, int n)
{
    C[threadIdx.x] = A[0];
}

void run(const float *A, float *C, int n)
{
    sums<1><<<1, 256>>>(A, C, n);
    sums<8><<<1, 256>>>(A, C, n);
}
