// kpipe: -- -std=c++14
// Before C++17 an object that is made of a temporary is a copy of it, which compilers leave out.
struct pair {
    float x, y;
};

__device__ pair make_pair(float x, float y)
{
    pair p;

    p.x = x;
    p.y = y;
    return p;
}

__device__ pair add(pair a, pair b)
{
    return make_pair(a.x + b.x, a.y + b.y);
}

__global__ void sums(const float4 *__restrict__ from, float *__restrict__ to, int n)
{
    __shared__ __align__(128) float4 kp_tile[2][64];
    pair both = make_pair(0, 0);

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float4 kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        if (k + threadIdx.x < n)
            kp_r0 = __ldg(&from[k + threadIdx.x]);
        else
            kp_r0 = make_float4(0, 0, 0, 0);
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        for (int j = 0; j < 64; ++j) {
            float4 w = tile[j];

            both = add(both, make_pair(w.x * w.y, w.z * w.w));
        }
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        float4 v = make_float4(0, 0, 0, 0);

        v = kp_r0;
        tile[threadIdx.x] = v;
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
        }
    }
    to[threadIdx.x] = both.x * both.y;
}

void run(const float4 *from, float *to, int n)
{
    dim3 block = dim3(64, 1, 1);

    sums<<<1, block>>>(from, to, n);
}
