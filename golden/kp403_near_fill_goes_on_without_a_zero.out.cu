// Elements behind the end keep what the iteration before has left there.
__global__ void __launch_bounds__(256) sums(const float *__restrict__ A, float *__restrict__ C, int n, int m)
{
    __shared__ float as[1024];
    const int t = threadIdx.x;
    float sum = 0;

    // kpipe 0.1.0: pipelined, staging registers, one buffer (revert this change to undo)
    float kp_r0[4];
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        memset(kp_r0, 0, sizeof(kp_r0));
        #pragma unroll
        for (int i = t, kp_i = 0; kp_i < 4 && i < 1024; i += blockDim.x, ++kp_i) {
            if (!(k + i >= m)) {
                kp_r0[kp_i] = A[k + i];
            }
        }
    };
    auto kp_compute = [&]() __attribute__((always_inline)) {
        for (int j = 0; j < 1024; j++)
            sum += as[(j + t) % 1024];
    };
    auto kp_store = [&](int k) __attribute__((always_inline)) {
        {
            int i = t;
            #pragma unroll
            for (int kp_i = 0; kp_i < 4 && i < 1024; i += blockDim.x, ++kp_i) {
                if (!(k + i >= m)) {
                    as[i] = kp_r0[kp_i];
                }
            }
            for (; i < 1024; i += blockDim.x) {
                if (!(k + i >= m)) {
                    as[i] = A[k + i];
                }
            }
        }
    };
    {
        int k = 0;
        if (k < n) {
            kp_fetch(k);
            kp_store(k);
            __syncthreads();
            for (k += 1024; k < n; k += 1024) {
                kp_fetch(k);
                kp_compute();
                __syncthreads();
                kp_store(k);
                __syncthreads();
            }
            kp_compute();
        }
    }
    C[t] = sum;
}

void run(const float *A, float *C, int n, int m)
{
    sums<<<1, 256>>>(A, C, n, m);
}
