// Another template has an instance that the parse does not know: it knows all of this one, of which
// a host template makes some.
#include <cuda_pipeline_primitives.h>

__device__ float twice(float x) { return 2 * x; }
__device__ float thrice(float x) { return 3 * x; }
__device__ float half_of(float x) { return x / 2; }
__device__ float half_of(float x, int times);

template <float (*F)(float)>
__global__ void sums(float *out, const float *__restrict__ x, int n)
{
    __shared__ __align__(16) float kp_part[2][64];
    float sum = 0;
    // kpipe: part in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 64 && reinterpret_cast<size_t>(x) % 16 == 0;
    static_assert(((F == static_cast<decltype(F)>(::twice)) || (F == static_cast<decltype(F)>(::thrice))),
                  "kpipe: F has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &part = kp_part[kp_stage];
            {
                const unsigned int kp_v = threadIdx.x;
                if (kp_v < 16 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v * 4;
                    __pipeline_memcpy_async(&part[kp_x], &x[k * 64 + kp_x], sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &part = kp_part[kp_stage];
            for (int j = 0; j < 64; j++)
                sum += F(part[j]);
        };
        {
            int k = 0;
            if (k < n) {
                int kp_stage = 0;
                kp_load(k, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (k++; k < n; k++) {
                    kp_load(k, kp_stage ^ 1);
                    kp_compute(kp_stage);
                    __pipeline_wait_prior(0);
                    __syncthreads();
                    kp_stage ^= 1;
                }
                kp_compute(kp_stage);
            }
        }
    } else { // kpipe: as written
        auto &part = kp_part[0];
        for (int k = 0; k < n; k++) {
            part[threadIdx.x] = x[k * 64 + threadIdx.x];
            __syncthreads();
            for (int j = 0; j < 64; j++)
                sum += F(part[j]);
            __syncthreads();
        }
    }
    out[threadIdx.x] = sum;
}
template <float (*F)(float)> __global__ void each(float *x) { x[threadIdx.x] = F(x[threadIdx.x]); }

template <float (*F)(float)> void launch_of(float *o, const float *x, int n)
{
    sums<F><<<1, 64>>>(o, x, n);
}
void launch(float *o, const float *x, int n)
{
    auto other = each<half_of>;
    launch_of<twice>(o, x, n);
    sums<thrice><<<1, 64>>>(o, x, n);
    other<<<1, 64>>>(o);
}
