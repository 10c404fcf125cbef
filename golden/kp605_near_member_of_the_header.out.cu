// The body's x is no x of the header, which has only members of that name; and compute gives it another value.
__global__ void __launch_bounds__(128) turned(const float *__restrict__ in, float *__restrict__ out, int rows, int columns)
{
    __shared__ float tile[32][33];

    // kpipe 0.1.0: pipelined, staging registers, one buffer (revert this change to undo)
    float kp_r0[8];
    auto kp_fetch = [&](int at) __attribute__((always_inline)) {
        int x = at + blockIdx.x * 32 + threadIdx.x;
        int y = blockIdx.y * 32 + threadIdx.y;

        #pragma unroll
        for (int j = 0, kp_i = 0; j < 32; j += 4, ++kp_i)
            if (x < columns && y + j < rows)
                kp_r0[kp_i] = in[(y + j) * columns + x];
    };
    auto kp_compute = [&](int at) __attribute__((always_inline)) {
        int x = at + blockIdx.x * 32 + threadIdx.x;
        int y = blockIdx.y * 32 + threadIdx.y;
        x = blockIdx.y * 32 + threadIdx.x;
        y = at + blockIdx.x * 32 + threadIdx.y;
        for (int j = 0; j < 32; j += 4)
            if (x < rows && y + j < columns)
                out[(y + j) * rows + x] = tile[threadIdx.x][threadIdx.y + j];
    };
    auto kp_store = [&](int at) __attribute__((always_inline)) {
        int x = at + blockIdx.x * 32 + threadIdx.x;
        int y = blockIdx.y * 32 + threadIdx.y;

        #pragma unroll
        for (int j = 0, kp_i = 0; j < 32; j += 4, ++kp_i)
            if (x < columns && y + j < rows)
                tile[threadIdx.y + j][threadIdx.x] = kp_r0[kp_i];
    };
    {
        int at = 0;
        if (at < columns) {
            kp_fetch(at);
            kp_store(at);
            __syncthreads();
            int kp_at = at;
            for (at += gridDim.x * 32; at < columns; at += gridDim.x * 32) {
                kp_fetch(at);
                kp_compute(kp_at);
                __syncthreads();
                kp_store(at);
                __syncthreads();
                kp_at = at;
            }
            kp_compute(kp_at);
        }
    }
}
void launch(const float *in, float *out, int rows, int columns)
{
    turned<<<dim3(2, 3), dim3(32, 4)>>>(in, out, rows, columns);
}
