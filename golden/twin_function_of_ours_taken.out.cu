// .. that very name, and there is no twin.
__constant__ int kp_has_room;

__global__ void sum(const float *__restrict__ x, float *__restrict__ y, int n, int rows)
{
    extern __shared__ float tile[];
    const int t = threadIdx.x;
    float acc = 0.0f;

    // kpipe 0.1.0: pipelined, staging registers, one buffer (revert this change to undo)
    float kp_r0[4];
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        memset(kp_r0, 0, sizeof(kp_r0));
        #pragma unroll
        for (int i = t, kp_i = 0; kp_i < 4 && i < rows; i += blockDim.x, ++kp_i)
            kp_r0[kp_i] = x[k + i];
    };
    auto kp_compute = [&]() __attribute__((always_inline)) {
        for (int j = 0; j < rows; ++j)
            acc += tile[j] * (j + 1);
    };
    auto kp_store = [&](int k) __attribute__((always_inline)) {
        {
            int i = t;
            #pragma unroll
            for (int kp_i = 0; kp_i < 4 && i < rows; i += blockDim.x, ++kp_i)
                tile[i] = kp_r0[kp_i];
            for (; i < rows; i += blockDim.x)
                tile[i] = x[k + i];
        }
    };
    {
        int k = 0;
        if (k < n) {
            kp_fetch(k);
            kp_store(k);
            __syncthreads();
            for (k += rows; k < n; k += rows) {
                kp_fetch(k);
                kp_compute();
                __syncthreads();
                kp_store(k);
                __syncthreads();
            }
            kp_compute();
        }
    }
    y[blockIdx.x * blockDim.x + t] = kp_has_room ? acc + 1 : acc;
}

void launch(const float *x, float *y, int n, int rows)
{
    sum<<<4, 128, rows * sizeof(float)>>>(x, y, n, rows);
}
