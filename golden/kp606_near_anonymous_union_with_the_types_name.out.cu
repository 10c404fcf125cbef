// A member of an anonymous union hides the type's name in the function.
typedef float real;
__global__ void k(const real *__restrict__ a, const real *__restrict__ b, int rows, int stride, float *value)
{
    __shared__ union {
        float moved[32][33];
        float sum[256];
    } both;
    const int t = threadIdx.y * blockDim.x + threadIdx.x;
    float acc = 0;
    union {
        int real;
        float of_it;
    };

    real = 0;
    // kpipe 0.1.0: pipelined, staging registers, one buffer (revert this change to undo)
    float kp_r0[4];
    auto kp_fetch = [&](int i0) __attribute__((always_inline)) {
        #pragma unroll
        for (int i = 0, kp_i = 0; i < 32; i += 8, ++kp_i)
            kp_r0[kp_i] = b[(threadIdx.y + i) * stride + threadIdx.x + i0];
    };
    auto kp_compute = [&](int i0) __attribute__((always_inline)) {
        for (int i = 0; i < 32; i += 8)
            acc += a[(threadIdx.y + i + i0) * stride + threadIdx.x] * both.moved[threadIdx.y + i][threadIdx.x];
    };
    auto kp_store = [&]() __attribute__((always_inline)) {
        #pragma unroll
        for (int i = 0, kp_i = 0; i < 32; i += 8, ++kp_i)
            both.moved[threadIdx.x][threadIdx.y + i] = kp_r0[kp_i];
    };
    {
        int i0 = 0;
        if (i0 < rows) {
            kp_fetch(i0);
            kp_store();
            __syncthreads();
            int kp_i0 = i0;
            for (i0 += 32; i0 < rows; i0 += 32) {
                kp_fetch(i0);
                kp_compute(kp_i0);
                __syncthreads();
                kp_store();
                __syncthreads();
                kp_i0 = i0;
            }
            kp_compute(kp_i0);
            __syncthreads();
        }
    }
    both.sum[t] = acc;
    __syncthreads();
    value[t] = both.sum[255 - t] + of_it;
}
void f(const float *a, const float *b, int rows, int stride, float *v) { k<<<4, dim3(32, 8)>>>(a, b, rows, stride, v); }
