// As many tiles as there are blocks: what counts them is the size that the host's grid covers. The host's 300 are no
// measure.
__global__ void forces(const float *__restrict__ at, float *__restrict__ force, int n)
{
    __shared__ __align__(128) float kp_tile[2][64];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int t) __attribute__((always_inline)) {
        const int j = t * blockDim.x + threadIdx.x;
        kp_r0 = j < n ? at[j] : 0.0f;
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        for (int k = 0; k < 64; ++k)
            sum += tile[k] - (i < n ? at[i] : 0.0f);
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        tile[threadIdx.x] = kp_r0;
    };
    {
        int t = 0;
        if (t < gridDim.x) {
            int kp_stage = 0;
            kp_fetch(t);
            kp_store(kp_stage);
            __syncthreads();
            for (++t; t < gridDim.x; ++t) {
                kp_fetch(t);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
            __syncthreads();
        }
    }
    if (i < n)
        force[i] = sum;
}

int main()
{
    const int bodies = 300;
    float *at, *force;
    cudaMalloc(&at, bodies * sizeof(float));
    cudaMalloc(&force, bodies * sizeof(float));
    int blocks = (bodies + 63) / 64;
    forces<<<blocks, 64>>>(at, force, bodies);
}
