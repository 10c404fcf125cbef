// What the loop declares is measured where the tree shows it; an argument measures a type, and a variable of the function.
template <int N> __device__ float times(int j)
{
    return j * N;
}

__global__ void sums(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(128) float kp_tile[2][64];
    float sum = 0, norm = 0;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0[2];
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        #pragma unroll
        for (int j = threadIdx.x, kp_i = 0; kp_i < 2; j += 32, ++kp_i) {
            if (j >= 64)
                continue;
            double v = 2;
            kp_r0[kp_i] = x[k * 64 + j];
            norm += times<(int)sizeof(double)>(j) + times<(int)sizeof(norm)>(j) + sizeof(v);
        }
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        for (int j = 0; j < 64; j++)
            sum += tile[j] * (j + 1);
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        #pragma unroll
        for (int j = threadIdx.x, kp_i = 0; kp_i < 2; j += 32, ++kp_i) {
            if (j >= 64)
                continue;
            double v = 2;
            tile[j] = kp_r0[kp_i] + v;
        }
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k++; k < n; k++) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    y[threadIdx.x] = sum + norm;
}

void run(const float *x, float *y, int n)
{
    sums<<<1, 32>>>(x, y, n);
}
