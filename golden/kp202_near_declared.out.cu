// What lies elsewhere is known from the project file: an index, a barrier, an accessor's method.
struct Matrix {
    const float *p;
    int n;
    __device__ float at(int i) const;
    __device__ int size() const;
};
__device__ int offset(int i0);
__device__ void block_sync();

__global__ void sums(const Matrix in, float *__restrict__ out)
{
    __shared__ __align__(128) float kp_tile[2][256];
    float sum = 0;

    // assumed because of kp202_near_declared.kpipe.ini:2: 'size' is taken as pure
    // assumed because of kp202_near_declared.kpipe.ini:3: 'at' is taken as load(object)
    // assumed because of kp202_near_declared.kpipe.ini:2: 'offset' is taken as pure
    // assumed because of kp202_near_declared.kpipe.ini:4: 'block_sync' is taken as barrier
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int i0) __attribute__((always_inline)) {
        kp_r0 = in.at(offset(i0) + threadIdx.x);
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        sum += tile[255 - threadIdx.x];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        tile[threadIdx.x] = kp_r0;
    };
    {
        int i0 = 0;
        if (i0 < in.size()) {
            int kp_stage = 0;
            kp_fetch(i0);
            kp_store(kp_stage);
            __syncthreads();
            for (i0 += 256; i0 < in.size(); i0 += 256) {
                kp_fetch(i0);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    out[blockIdx.x * 256 + threadIdx.x] = sum;
}

#ifndef __clang__ // kpipe does not see it
__device__ float Matrix::at(int i) const
{
    return p[i];
}
__device__ int Matrix::size() const
{
    return n;
}
__device__ int offset(int i0)
{
    return i0;
}
__device__ void block_sync()
{
    __syncthreads();
}
#endif
