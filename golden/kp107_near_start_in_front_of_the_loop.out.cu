// The outer loop may differ between threads, the inner one has the same trips for those that come: its
// counter is declared in front of it, and stepped in its body.
__global__ void product(int rows, int n, const int *__restrict__ where, const float *__restrict__ values,
                        const float *__restrict__ A, float *__restrict__ y)
{
    __shared__ int places[128];
    __shared__ float factors[128];
    int m = blockIdx.x * 128;

    while (m < rows) {
        m += threadIdx.x;
        float sum = 0;
        int k = 0;
        // kpipe 0.1.0: pipelined, staging registers, one buffer (revert this change to undo)
        int kp_r0;
        float kp_r1;
        auto kp_fetch = [&]() __attribute__((always_inline)) {
            if (threadIdx.x < n - k) {
                kp_r0 = where[k + threadIdx.x];
                kp_r1 = values[k + threadIdx.x];
            }
        };
        auto kp_compute = [&](int k) __attribute__((always_inline)) {
            for (int i = 0; i < 128 && i < n - k; i++)
                sum += factors[i] * A[places[i] * rows + m];
        };
        auto kp_store = [&]() __attribute__((always_inline)) {
            if (threadIdx.x < n - k) {
                places[threadIdx.x] = kp_r0;
                factors[threadIdx.x] = kp_r1;
            }
        };
        if (k < n) {
            kp_fetch();
            kp_store();
            __syncthreads();
            int kp_k = k;
            for (k += 128; k < n; k += 128) {
                kp_fetch();
                kp_compute(kp_k);
                __syncthreads();
                kp_store();
                __syncthreads();
                kp_k = k;
            }
            kp_compute(kp_k);
            __syncthreads();
        }
        y[m] = sum;
        m -= threadIdx.x;
        m += 128 * gridDim.x;
    }
}

void launch(int rows, int n, const int *where, const float *values, const float *A, float *y)
{
    product<<<8, 128>>>(rows, n, where, values, A, y);
}
