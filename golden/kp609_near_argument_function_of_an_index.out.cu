// The place in memory comes out of a function that is a template argument.
__device__ float larger(float a, float b) { return a > b ? a : b; }
__device__ float added(float a, float b) { return a + b; }
__device__ unsigned plain(unsigned r, unsigned c, unsigned n) { return c; }
__device__ unsigned skew(unsigned r, unsigned c, unsigned n) { return (c + r) % n; }
template <auto F = plain>
__device__ float get(const float *p, unsigned r, unsigned c)
{
    return p[F(r, c, 64)];
}
template <auto F = plain>
__device__ void put(float *p, unsigned r, unsigned c, float v)
{
    p[F(r, c, 64)] = v;
}
__global__ void k(int n, const float *__restrict__ x, float *__restrict__ out)
{
    __shared__ __align__(128) float kp_tile[2][64], sums[64];
    float s = 0, t = 0;
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int first) __attribute__((always_inline)) {
        kp_r0 = x[first + threadIdx.x];
    };
    auto kp_compute = [&](int first, int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        for (int j = 0; j < 64; j++)
            s += tile[j];
        put<skew>(sums, first, threadIdx.x, s);
        __syncthreads();
        t += get<skew>(sums, first, 63 - threadIdx.x) + get(tile, 0, threadIdx.x);
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        tile[threadIdx.x] = kp_r0;
    };
    {
        int first = 0;
        if (first < n) {
            int kp_stage = 0;
            kp_fetch(first);
            kp_store(kp_stage);
            __syncthreads();
            int kp_first = first;
            for (first += 64; first < n; first += 64) {
                kp_fetch(first);
                kp_compute(kp_first, kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_first = first;
                kp_stage ^= 1;
            }
            kp_compute(kp_first, kp_stage);
        }
    }
    out[threadIdx.x] = s + t;
}
