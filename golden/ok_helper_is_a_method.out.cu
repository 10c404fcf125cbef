// A method of the kernel's own variable loads, a static one stores; what they return nobody reads.
struct Source {
    const float *data;
    int n;

    __device__ bool is_inside(int at) const { return at < n; }
    __device__ int load(float *regs, int at) const
    {
        for (int i = 0; i < 4; ++i)
            regs[i] = is_inside(at + i * 128) ? this->data[at + i * 128] : 0.0f;
        return at;
    }
};

struct Tile {
    static __device__ bool store(float *tile, const float *regs)
    {
        for (int i = 0; i < 4; ++i)
            tile[threadIdx.x + i * 128] = regs[i];
        return true;
    }
};

__global__ void __launch_bounds__(128) gemv(const float *__restrict__ A, float *__restrict__ y, int n)
{
    __shared__ __align__(128) float kp_As[2][512];
    const int t = threadIdx.x;
    const Source source = {A, n};
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0[4];
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        { // load(), inlined
            int at = k + t;
            #pragma unroll
            for (int i = 0; i < 4; ++i)
                kp_r0[i] = source.is_inside(at + i * 128) ? source.data[at + i * 128] : 0.0f;
        }
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        for (int j = 0; j < 16; ++j)
            sum += As[(j * 33 + t * 5) % 512] * (t + j);
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        float frag[4];
        { // load(), inlined
            #pragma unroll
            for (int i = 0; i < 4; ++i)
                frag[i] = kp_r0[i];
        }
        { // store(), inlined
            auto &tile = As;
            for (int i = 0; i < 4; ++i)
                tile[threadIdx.x + i * 128] = frag[i];
        }
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += 512; k < n; k += 512) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    y[blockIdx.x * 128 + t] = sum;
}
