// kpipe: --variant ldg --stages 2
// Objects with an operator that is a barrier, or has some: each call is executed with its own object.
struct Meet {
    __device__ void operator()() const { __syncthreads(); }
};

struct Sum {
    float total;
    __device__ Sum() : total(0.0f) {}
    __device__ void operator()(float *s, int t, float x)
    {
        s[t] = x;
        __syncthreads();
        total += s[255 - t];
        __syncthreads();
    }
};

__global__ void mm(const float *__restrict__ A, float *C, int K)
{
    __shared__ __align__(128) float kp_As[2][256], s[256];
    const int t = threadIdx.x;
    float sum = 0.0f;
    Sum a, b;
    Meet meet;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = A[k + t];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        for (int j = 0; j < 256; j++)
            sum += As[j];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        As[t] = kp_r0;
    };
    {
        int k = 0;
        if (k < K) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += 256; k < K; k += 256) {
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
    a(s, t, sum);
    b(s, t, sum * 2);
    C[t] = sum + a.total * 2 + b.total;
}
