/* Each loop is under a condition of its own, and all is ordered behind it: the check looks at what
 * follows once, for both outcomes. */
__global__ __launch_bounds__(256) void parts(float *__restrict__ out, const float *__restrict__ x, const float *__restrict__ y,
                                           const int *__restrict__ parts, int n, int rows)
{
    __shared__ float xs[16][17], ys[16][17];
    int tx = threadIdx.x, ty = threadIdx.y;
    float sum = 0.0f;

    for (int p = 0; p < rows; p++) {
        if (parts[p * 6 + 0] >= 0) {
            const float *from = x + parts[p * 6 + 0] * n;

            // kpipe 0.1.0: pipelined, staging registers, one buffer (revert this change to undo)
            float kp_r0, kp_r1;
            auto kp_fetch = [&](int k) __attribute__((always_inline)) {
                int left = n - k < 16 ? n - k : 16;

                if (tx < left)
                    kp_r0 = from[ty * n + k + tx];
                if (ty < left)
                    kp_r1 = y[(k + ty) * n + tx];
            };
            auto kp_compute = [&](int k) __attribute__((always_inline)) {
                int left = n - k < 16 ? n - k : 16;
                for (int i = 0; i < left; i++)
                    sum += xs[ty][i] * ys[i][tx];
            };
            auto kp_store = [&](int k) __attribute__((always_inline)) {
                int left = n - k < 16 ? n - k : 16;

                if (tx < left)
                    xs[ty][tx] = kp_r0;
                if (ty < left)
                    ys[ty][tx] = kp_r1;
            };
            {
                int k = 0;
                if (k < n) {
                    kp_fetch(k);
                    kp_store(k);
                    __syncthreads();
                    int kp_k = k;
                    for (k += 16; k < n; k += 16) {
                        kp_fetch(k);
                        kp_compute(kp_k);
                        __syncthreads();
                        kp_store(k);
                        __syncthreads();
                        kp_k = k;
                    }
                    kp_compute(kp_k);
                    __syncthreads();
                }
            }
        }
        if (parts[p * 6 + 1] >= 0) {
            const float *from = x + parts[p * 6 + 1] * n;

            // kpipe 0.1.0: pipelined, staging registers, one buffer (revert this change to undo)
            float kp_r02, kp_r12;
            auto kp_fetch2 = [&](int k) __attribute__((always_inline)) {
                int left = n - k < 16 ? n - k : 16;

                if (tx < left)
                    kp_r02 = from[ty * n + k + tx];
                if (ty < left)
                    kp_r12 = y[(k + ty) * n + tx];
            };
            auto kp_compute2 = [&](int k) __attribute__((always_inline)) {
                int left = n - k < 16 ? n - k : 16;
                for (int i = 0; i < left; i++)
                    sum += xs[ty][i] * ys[i][tx];
            };
            auto kp_store2 = [&](int k) __attribute__((always_inline)) {
                int left = n - k < 16 ? n - k : 16;

                if (tx < left)
                    xs[ty][tx] = kp_r02;
                if (ty < left)
                    ys[ty][tx] = kp_r12;
            };
            {
                int k = 0;
                if (k < n) {
                    kp_fetch2(k);
                    kp_store2(k);
                    __syncthreads();
                    int kp_k = k;
                    for (k += 16; k < n; k += 16) {
                        kp_fetch2(k);
                        kp_compute2(kp_k);
                        __syncthreads();
                        kp_store2(k);
                        __syncthreads();
                        kp_k = k;
                    }
                    kp_compute2(kp_k);
                    __syncthreads();
                }
            }
        }
        if (parts[p * 6 + 2] >= 0) {
            const float *from = x + parts[p * 6 + 2] * n;

            // kpipe 0.1.0: pipelined, staging registers, one buffer (revert this change to undo)
            float kp_r03, kp_r13;
            auto kp_fetch3 = [&](int k) __attribute__((always_inline)) {
                int left = n - k < 16 ? n - k : 16;

                if (tx < left)
                    kp_r03 = from[ty * n + k + tx];
                if (ty < left)
                    kp_r13 = y[(k + ty) * n + tx];
            };
            auto kp_compute3 = [&](int k) __attribute__((always_inline)) {
                int left = n - k < 16 ? n - k : 16;
                for (int i = 0; i < left; i++)
                    sum += xs[ty][i] * ys[i][tx];
            };
            auto kp_store3 = [&](int k) __attribute__((always_inline)) {
                int left = n - k < 16 ? n - k : 16;

                if (tx < left)
                    xs[ty][tx] = kp_r03;
                if (ty < left)
                    ys[ty][tx] = kp_r13;
            };
            {
                int k = 0;
                if (k < n) {
                    kp_fetch3(k);
                    kp_store3(k);
                    __syncthreads();
                    int kp_k = k;
                    for (k += 16; k < n; k += 16) {
                        kp_fetch3(k);
                        kp_compute3(kp_k);
                        __syncthreads();
                        kp_store3(k);
                        __syncthreads();
                        kp_k = k;
                    }
                    kp_compute3(kp_k);
                    __syncthreads();
                }
            }
        }
        if (parts[p * 6 + 3] >= 0) {
            const float *from = x + parts[p * 6 + 3] * n;

            // kpipe 0.1.0: pipelined, staging registers, one buffer (revert this change to undo)
            float kp_r04, kp_r14;
            auto kp_fetch4 = [&](int k) __attribute__((always_inline)) {
                int left = n - k < 16 ? n - k : 16;

                if (tx < left)
                    kp_r04 = from[ty * n + k + tx];
                if (ty < left)
                    kp_r14 = y[(k + ty) * n + tx];
            };
            auto kp_compute4 = [&](int k) __attribute__((always_inline)) {
                int left = n - k < 16 ? n - k : 16;
                for (int i = 0; i < left; i++)
                    sum += xs[ty][i] * ys[i][tx];
            };
            auto kp_store4 = [&](int k) __attribute__((always_inline)) {
                int left = n - k < 16 ? n - k : 16;

                if (tx < left)
                    xs[ty][tx] = kp_r04;
                if (ty < left)
                    ys[ty][tx] = kp_r14;
            };
            {
                int k = 0;
                if (k < n) {
                    kp_fetch4(k);
                    kp_store4(k);
                    __syncthreads();
                    int kp_k = k;
                    for (k += 16; k < n; k += 16) {
                        kp_fetch4(k);
                        kp_compute4(kp_k);
                        __syncthreads();
                        kp_store4(k);
                        __syncthreads();
                        kp_k = k;
                    }
                    kp_compute4(kp_k);
                    __syncthreads();
                }
            }
        }
        if (parts[p * 6 + 4] >= 0) {
            const float *from = x + parts[p * 6 + 4] * n;

            // kpipe 0.1.0: pipelined, staging registers, one buffer (revert this change to undo)
            float kp_r05, kp_r15;
            auto kp_fetch5 = [&](int k) __attribute__((always_inline)) {
                int left = n - k < 16 ? n - k : 16;

                if (tx < left)
                    kp_r05 = from[ty * n + k + tx];
                if (ty < left)
                    kp_r15 = y[(k + ty) * n + tx];
            };
            auto kp_compute5 = [&](int k) __attribute__((always_inline)) {
                int left = n - k < 16 ? n - k : 16;
                for (int i = 0; i < left; i++)
                    sum += xs[ty][i] * ys[i][tx];
            };
            auto kp_store5 = [&](int k) __attribute__((always_inline)) {
                int left = n - k < 16 ? n - k : 16;

                if (tx < left)
                    xs[ty][tx] = kp_r05;
                if (ty < left)
                    ys[ty][tx] = kp_r15;
            };
            {
                int k = 0;
                if (k < n) {
                    kp_fetch5(k);
                    kp_store5(k);
                    __syncthreads();
                    int kp_k = k;
                    for (k += 16; k < n; k += 16) {
                        kp_fetch5(k);
                        kp_compute5(kp_k);
                        __syncthreads();
                        kp_store5(k);
                        __syncthreads();
                        kp_k = k;
                    }
                    kp_compute5(kp_k);
                    __syncthreads();
                }
            }
        }
        if (parts[p * 6 + 5] >= 0) {
            const float *from = x + parts[p * 6 + 5] * n;

            // kpipe 0.1.0: pipelined, staging registers, one buffer (revert this change to undo)
            float kp_r06, kp_r16;
            auto kp_fetch6 = [&](int k) __attribute__((always_inline)) {
                int left = n - k < 16 ? n - k : 16;

                if (tx < left)
                    kp_r06 = from[ty * n + k + tx];
                if (ty < left)
                    kp_r16 = y[(k + ty) * n + tx];
            };
            auto kp_compute6 = [&](int k) __attribute__((always_inline)) {
                int left = n - k < 16 ? n - k : 16;
                for (int i = 0; i < left; i++)
                    sum += xs[ty][i] * ys[i][tx];
            };
            auto kp_store6 = [&](int k) __attribute__((always_inline)) {
                int left = n - k < 16 ? n - k : 16;

                if (tx < left)
                    xs[ty][tx] = kp_r06;
                if (ty < left)
                    ys[ty][tx] = kp_r16;
            };
            {
                int k = 0;
                if (k < n) {
                    kp_fetch6(k);
                    kp_store6(k);
                    __syncthreads();
                    int kp_k = k;
                    for (k += 16; k < n; k += 16) {
                        kp_fetch6(k);
                        kp_compute6(kp_k);
                        __syncthreads();
                        kp_store6(k);
                        __syncthreads();
                        kp_k = k;
                    }
                    kp_compute6(kp_k);
                    __syncthreads();
                }
            }
        }
    }
    out[(blockIdx.x * 16 + ty) * 16 + tx] = sum;
}
