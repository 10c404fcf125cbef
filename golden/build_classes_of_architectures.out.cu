// Three groups of branches make three programs, not twelve: the architecture decides them together.
__global__ void dots(const int *__restrict__ x, int *__restrict__ y, int n)
{
    __shared__ __align__(128) int kp_xs[2][128];
    const int t = threadIdx.x;
    int sum = 0, most = 0, least = 0;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    int kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = x[k + t];
    };
    auto kp_compute = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        for (int j = 0; j < 128; ++j) {
#if __CUDA_ARCH__ >= 800
            sum = __dp4a(xs[j], xs[127 - j], sum);
#elif __CUDA_ARCH__ >= 750
            sum += xs[j] * xs[127 - j];
#else
#pragma message("slow")
            for (int b = 0; b < 32; b += 8)
                sum += (xs[j] >> b) * (xs[127 - j] >> b);
#endif
        }
        if (n > k) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
            most = xs[t] > most ? xs[t] : most;
#else
            most = max(most, xs[t]);
#endif
        }
        if (k > 0) {
#if __CUDA_ARCH__ < 750
            least = xs[t] < least ? xs[t] : least;
#elif __CUDA_ARCH__ < 800
            least = min(xs[t], least);
#else
            least = min(least, xs[t]);
#endif
        }
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        xs[t] = kp_r0;
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            int kp_k = k;
            for (k += 128; k < n; k += 128) {
                kp_fetch(k);
                kp_compute(kp_k, kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_k = k;
                kp_stage ^= 1;
            }
            kp_compute(kp_k, kp_stage);
        }
    }
    y[t] = sum + most + least;
}
