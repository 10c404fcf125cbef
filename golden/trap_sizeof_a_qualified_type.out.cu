// kpipe: --variant ldg
// The class has a pair of its own: a thread copies two elements of 4 bytes, not one as with that of the file.
struct pair {
    float x;
};

struct rows {
    struct pair {
        float x, y;
    };
    static __device__ void load(float *s, const float *from, int t)
    {
        for (int j = t; j < 8 * sizeof(rows::pair); j += 32)
            s[j] = from[j];
    }
};

__global__ void __launch_bounds__(32) dots(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ out, int n)
{
    __shared__ __align__(128) float kp_s[2][64];
    int t = threadIdx.x;
    float acc = 0;
    static_assert(sizeof(rows::pair) == 8 && alignof(rows::pair) == 4,
                  "kpipe: a constant has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0[2];
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        { // load(), inlined
            const float *from = A + k;
            #pragma unroll
            for (int j = t, kp_i = 0; kp_i < 2; j += 32, ++kp_i)
                if (j < 8 * sizeof(rows::pair))
                    kp_r0[kp_i] = from[j];
        }
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage];
        for (int j = 0; j < 64; j++)
            acc += s[j] * B[t];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage];
        { // load(), inlined
            #pragma unroll
            for (int j = t, kp_i = 0; kp_i < 2; j += 32, ++kp_i)
                if (j < 8 * sizeof(rows::pair))
                    s[j] = kp_r0[kp_i];
        }
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += 64; k < n; k += 64) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
            __syncthreads();
        }
    }
    out[blockIdx.x * 32 + t] = acc;
}

int main()
{
    float *a, *b, *o;
    cudaMalloc(&a, 4096);
    cudaMalloc(&b, 4096);
    cudaMalloc(&o, 4096);
    dots<<<4, 32>>>(a, b, o, 640);
}
