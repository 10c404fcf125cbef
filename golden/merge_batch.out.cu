// kpipe: --merge 2x1x2
// A batch with the same weights: their tile is loaded once for the images.
#define T 16
__global__ void layer(const float *__restrict__ X, const float *__restrict__ W, float *__restrict__ Y,
                      int m, int n, int depth)
{
    // kpipe 0.1.0: 2x1x2 blocks merged into one (revert this change to undo)
    if (blockIdx.z > (gridDim.z - 1) / 2 || blockIdx.x > (gridDim.x - 1) / 2)
        return;
    const unsigned int kp_z0 = blockIdx.z * 2;
    const unsigned int kp_x0 = blockIdx.x * 2;

    __shared__ __align__(128) float kp_Xs[2][2][T][T];
    __shared__ __align__(128) float kp_Ws[2][2][T][T];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * T + ty;
    int col[2];
    #pragma unroll
    for (unsigned int kp_x = 0; kp_x < 2; kp_x++) {
        const unsigned int kp_bx = kp_x0 + kp_x < gridDim.x ? kp_x0 + kp_x : gridDim.x - 1;
        col[kp_x] = kp_bx * T + tx;
    }
    const float *x[2];
    #pragma unroll
    for (unsigned int kp_z = 0; kp_z < 2; kp_z++) {
        const unsigned int kp_bz = kp_z0 + kp_z < gridDim.z ? kp_z0 + kp_z : gridDim.z - 1;
        x[kp_z] = X + kp_bz * m * depth;
    }
    float sum[2][2];
    #pragma unroll
    for (unsigned int kp_z = 0; kp_z < 2; kp_z++)
        #pragma unroll
        for (unsigned int kp_x = 0; kp_x < 2; kp_x++) {
            sum[kp_z][kp_x] = 0.0f;
        }

    static_assert(T == 16, "kpipe: T has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0[2], kp_r1[2];
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        #pragma unroll
        for (unsigned int kp_z = 0; kp_z < 2; kp_z++) {
            kp_r0[kp_z] = row < m && k + tx < depth ? x[kp_z][row * depth + k + tx] : 0.0f;
        }
        #pragma unroll
        for (unsigned int kp_x = 0; kp_x < 2; kp_x++) {
            kp_r1[kp_x] = k + ty < depth && col[kp_x] < n ? W[(k + ty) * n + col[kp_x]] : 0.0f;
        }
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &Xs = kp_Xs[kp_stage];
        auto &Ws = kp_Ws[kp_stage];
        for (int i = 0; i < T; i++) {
            #pragma unroll
            for (unsigned int kp_z = 0; kp_z < 2; kp_z++)
                #pragma unroll
                for (unsigned int kp_x = 0; kp_x < 2; kp_x++) {
                    sum[kp_z][kp_x] += Xs[kp_z][ty][i] * Ws[kp_x][i][tx];
                }
        }
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &Xs = kp_Xs[kp_stage];
        auto &Ws = kp_Ws[kp_stage];
        #pragma unroll
        for (unsigned int kp_z = 0; kp_z < 2; kp_z++) {
            Xs[kp_z][ty][tx] = kp_r0[kp_z];
        }
        #pragma unroll
        for (unsigned int kp_x = 0; kp_x < 2; kp_x++) {
            Ws[kp_x][ty][tx] = kp_r1[kp_x];
        }
    };
    {
        int k = 0;
        if (k < depth) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += T; k < depth; k += T) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    #pragma unroll
    for (unsigned int kp_z = 0; kp_z < 2; kp_z++)
        #pragma unroll
        for (unsigned int kp_x = 0; kp_x < 2; kp_x++) {
            if (kp_z0 + kp_z >= gridDim.z)
                continue;
            if (kp_x0 + kp_x >= gridDim.x)
                continue;
            const unsigned int kp_bz = kp_z0 + kp_z;
            if (row < m && col[kp_x] < n)
                Y[(kp_bz * m + row) * n + col[kp_x]] = sum[kp_z][kp_x];
        }
}
