// kpipe: --variant single
// Two loops with one header, of which registers hold 8 iterations of the one and 16 of the other.
__global__ void sums(const float4 *__restrict__ A, const float *__restrict__ B,
                     float *__restrict__ out, int n, int m)
{
    __shared__ float4 As[512];
    __shared__ float Bs[512];
    const int t = threadIdx.x;
    float acc = 0.25f * t;

    // kpipe 0.1.0: pipelined, staging registers, one buffer (revert this change to undo)
    float4 kp_r0[8];
    float kp_r1[16];
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        memset(kp_r0, 0, sizeof(kp_r0));
        memset(kp_r1, 0, sizeof(kp_r1));
        #pragma unroll
        for (int i = t, kp_i = 0; kp_i < 8 && i < 512; i += blockDim.x, ++kp_i) {
            kp_r0[kp_i] = A[k * m + i];
        }
        #pragma unroll
        for (int i = t, kp_i = 0; kp_i < 16 && i < 512; i += blockDim.x, ++kp_i) {
            kp_r1[kp_i] = B[k * m + i];
        }
    };
    auto kp_compute = [&]() __attribute__((always_inline)) {
        for (int j = 0; j < 32; ++j)
            acc = acc * 0.875f + As[(t + j) % 512].x + Bs[(t * 3 + j) % 512];
    };
    auto kp_store = [&](int k) __attribute__((always_inline)) {
        {
            int i = t;
            #pragma unroll
            for (int kp_i = 0; kp_i < 8 && i < 512; i += blockDim.x, ++kp_i) {
                As[i] = kp_r0[kp_i];
            }
            for (; i < 512; i += blockDim.x) {
                As[i] = A[k * m + i];
            }
        }
        {
            int i = t;
            #pragma unroll
            for (int kp_i = 0; kp_i < 16 && i < 512; i += blockDim.x, ++kp_i) {
                Bs[i] = kp_r1[kp_i];
            }
            for (; i < 512; i += blockDim.x) {
                Bs[i] = B[k * m + i];
            }
        }
    };
    {
        int k = 0;
        if (k < n) {
            kp_fetch(k);
            kp_store(k);
            __syncthreads();
            for (k += 32; k < n; k += 32) {
                kp_fetch(k);
                kp_compute();
                __syncthreads();
                kp_store(k);
                __syncthreads();
            }
            kp_compute();
        }
    }
    out[blockIdx.x * 32 + t] = acc;
}

void start(const float4 *A, const float *B, float *out, int n, int m, int blocks)
{
    sums<<<blocks, 32>>>(A, B, out, n, m);
}
