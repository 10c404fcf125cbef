// The index is the function's, and one of the loops that set it calls functions: the copy loop has it to itself.
struct complex {
    float re, im;
    __device__ float real() const { return re; }
};

__device__ float scaled(float a, int b)
{
    return a * b;
}

__global__ void transform(const float *__restrict__ x, const complex *__restrict__ d, float *__restrict__ y, int rows)
{
    __shared__ float tile[512];
    __shared__ float factors[512];
    int index, at;
    const int n = rows / blockDim.y, t = threadIdx.y * 32 + threadIdx.x;
    float v = 0;

    for (int i = 0; i < n; i++) {
        index = threadIdx.y + i * blockDim.y;
        at = index * 32 + threadIdx.x;
        factors[at] = scaled(d[at].real(), i);
    }
    __syncthreads();
    static_assert(sizeof(complex) == 8 && alignof(complex) == 4,
                  "kpipe: sizeof(complex) or alignof(complex) has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, one buffer (revert this change to undo)
    float kp_r0[4];
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        memset(kp_r0, 0, sizeof(kp_r0));
        #pragma unroll
        for (int i = 0, kp_i = 0; kp_i < 4 && i < n; i++, ++kp_i) {
            index = threadIdx.y + i * blockDim.y;
            at = index * 32 + threadIdx.x;
            kp_r0[kp_i] = x[k * 512 + at];
        }
    };
    auto kp_compute = [&](int k) __attribute__((always_inline)) {
        for (int j = 0; j < 512; j++)
            v += tile[j] * factors[j];
        __syncthreads();
        tile[t] = v;
        __syncthreads();
        y[k * 512 + t] = tile[t ^ 1];
    };
    auto kp_store = [&](int k) __attribute__((always_inline)) {
        {
            int i = 0;
            #pragma unroll
            for (int kp_i = 0; kp_i < 4 && i < n; i++, ++kp_i) {
                index = threadIdx.y + i * blockDim.y;
                at = index * 32 + threadIdx.x;
                tile[at] = kp_r0[kp_i];
            }
            for (; i < n; i++) {
                index = threadIdx.y + i * blockDim.y;
                at = index * 32 + threadIdx.x;
                tile[at] = x[k * 512 + at];
            }
        }
    };
    {
        int k = 0;
        if (k < 16) {
            kp_fetch(k);
            kp_store(k);
            __syncthreads();
            int kp_k = k;
            for (k++; k < 16; k++) {
                kp_fetch(k);
                kp_compute(kp_k);
                __syncthreads();
                kp_store(k);
                __syncthreads();
                kp_k = k;
            }
            kp_compute(kp_k);
        }
    }
}
