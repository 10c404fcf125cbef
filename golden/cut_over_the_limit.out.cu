// Two buffers for both are too many, and one of them cannot have two without the other: their loop is cut.
__global__ void dot(const float *__restrict__ a, const float *__restrict__ b, float *__restrict__ y, int n)
{
    __shared__ float as[3840], bs[3840];
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, staging registers, one buffer (revert this change to undo)
    float kp_r0[8], kp_r1[8];
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        memset(kp_r0, 0, sizeof(kp_r0));
        memset(kp_r1, 0, sizeof(kp_r1));
        #pragma unroll
        for (int i = threadIdx.x, kp_i = 0; kp_i < 8 && i < 3840; i += blockDim.x, ++kp_i) {
            kp_r0[kp_i] = a[k + i];
            kp_r1[kp_i] = b[k + i];
        }
    };
    auto kp_compute = [&]() __attribute__((always_inline)) {
        for (int j = 0; j < 3840; ++j)
            sum += as[j] * bs[(j + threadIdx.x) % 3840];
    };
    auto kp_store = [&](int k) __attribute__((always_inline)) {
        {
            int i = threadIdx.x;
            #pragma unroll
            for (int kp_i = 0; kp_i < 8 && i < 3840; i += blockDim.x, ++kp_i) {
                as[i] = kp_r0[kp_i];
                bs[i] = kp_r1[kp_i];
            }
            for (; i < 3840; i += blockDim.x) {
                as[i] = a[k + i];
                bs[i] = b[k + i];
            }
        }
    };
    {
        int k = 0;
        if (k < n) {
            kp_fetch(k);
            kp_store(k);
            __syncthreads();
            for (k += 3840; k < n; k += 3840) {
                kp_fetch(k);
                kp_compute();
                __syncthreads();
                kp_store(k);
                __syncthreads();
            }
            kp_compute();
        }
    }
    y[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

void launch(const float *a, const float *b, float *y, int n, int blocks)
{
    dot<<<blocks, 512>>>(a, b, y, n);
}
