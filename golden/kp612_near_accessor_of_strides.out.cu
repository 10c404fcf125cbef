// The row's object keeps the address of the matrix's strides: that is all that its constructor does with it.
struct row_of {
    const float *data;
    const int *strides;
    __device__ row_of(const float *p, const int *s) : data(p), strides(s) {}
    __device__ const float &operator[](int j) const { return data[strides[0] * j]; }
};
struct matrix {
    const float *data;
    int strides[2];
    __device__ const row_of operator[](int i) const { return row_of(data + strides[0] * i, strides + 1); }
};

__global__ void sums(const matrix A, const float *__restrict__ W, float *__restrict__ out, int n)
{
    __shared__ __align__(128) float kp_tile[2][16][16];
    const int x = threadIdx.x, y = threadIdx.y;
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = A[blockIdx.x * 16 + y][k + x];
    };
    auto kp_compute = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        for (int j = 0; j < 16; j++)
            sum += tile[y][j] * W[(k + j) * 16 + x];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        tile[y][x] = kp_r0;
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            int kp_k = k;
            for (k += 16; k < n; k += 16) {
                kp_fetch(k);
                kp_compute(kp_k, kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_k = k;
                kp_stage ^= 1;
            }
            kp_compute(kp_k, kp_stage);
            __syncthreads();
        }
    }
    out[(blockIdx.x * 16 + y) * 16 + x] = sum;
}
