// Both tiles are reduced where they are, in a loop with barriers of its own.
__global__ void largest(const int *__restrict__ x, const int *__restrict__ z, int *__restrict__ y, int n)
{
    __shared__ int a[128], b[128];
    const int t = threadIdx.x;
    int sum = 0;

    // kpipe 0.1.0: pipelined, staging registers, one buffer (revert this change to undo)
    int kp_r0, kp_r1;
    auto kp_fetch = [&](int i) __attribute__((always_inline)) {
        kp_r0 = x[i + t];
        kp_r1 = z[i + t];
    };
    auto kp_compute = [&]() __attribute__((always_inline)) {
        for (int s = 64; s; s >>= 1) {
            if (t < s) {
                a[t] = max(a[t], a[t + s]);
                atomicAdd(&b[t], b[t + s]);
            }
            __syncthreads();
        }
        sum = sum * 3 + a[0] + b[0];
    };
    auto kp_store = [&]() __attribute__((always_inline)) {
        a[t] = kp_r0;
        b[t] = kp_r1;
    };
    {
        int i = 0;
        if (i < n) {
            __syncthreads();
            kp_fetch(i);
            kp_store();
            __syncthreads();
            for (i += 128; i < n; i += 128) {
                kp_fetch(i);
                kp_compute();
                __syncthreads();
                kp_store();
                __syncthreads();
            }
            kp_compute();
        }
    }
    y[blockIdx.x * 128 + t] = sum;
}
