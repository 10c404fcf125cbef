// Names that the rewrite would like to use are taken, and the tile's name is used by a struct too.
struct view {
    float xs;
    int kp_stage;
};

__global__ void gemv(const float *__restrict__ A, const float *__restrict__ x,
                     float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    const int row = blockIdx.x * 128 + t;
    float kp_stage = 0.0f;
    int kp_load = 0;
    view v = {0.0f, 1};

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            kp_stage += A[(k + j) * n + row] * xs[j];
        v.xs += kp_stage;
        kp_load += v.kp_stage;
        __syncthreads();
    }
    y[row] = kp_stage + kp_load + v.xs;
}
