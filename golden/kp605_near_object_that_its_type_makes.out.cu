// As kp605_counter_in_an_object_that_its_type_makes.cu, with an object of compute alone, which reads the tile.
struct pair {
    float a;
    int b;
    __device__ pair(float x, int y) : a(x), b(y) {}
};

__global__ void weighted(const float *__restrict__ a, float *__restrict__ c, int n)
{
    __shared__ __align__(128) float kp_as[2][256];
    const int tx = threadIdx.x;
    int m = 0;
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = a[k + tx];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &as = kp_as[kp_stage];
        for (int j = 0; j < 256; ++j) {
            pair p = pair(as[j], m++);
            sum += p.a * p.b;
        }
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &as = kp_as[kp_stage];
        as[tx] = kp_r0;
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += 256; k < n; k += 256) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    c[blockIdx.x * 256 + tx] = sum;
}
