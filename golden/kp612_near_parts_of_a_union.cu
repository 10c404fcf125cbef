// kpipe: --variant ldg --stages 2
// Load phase and compute set parts of a union by some of its members, one in a loop, and read them by others. What the load
// phase sets and does not read goes to compute.
union words {
    float f[4];
    float2 h[2];
    float4 v;
};

__global__ void __launch_bounds__(256) product(const float *__restrict__ A, const float *__restrict__ B,
                                               float *__restrict__ C, int n)
{
    __shared__ float as[16][17];
    __shared__ float bs[16][16];
    const int tx = threadIdx.x & 15, ty = threadIdx.x / 16;
    float sum = 0.0f;
    words v;

    v.v = make_float4(1, 2, 3, 4);
    for (int k = 0; k < n; k += 16) {
        v.h[1].y = 2.5f;
        for (int i = 0; i < 3; i++)
            v.f[i] = (float)(k + i);
        as[ty][tx] = v.v.y + A[ty * n + k + tx];
        bs[ty][tx] = B[(k + ty) * 16 + tx];
        __syncthreads();
        for (int j = 0; j < 16; j++) {
            v.v.w = bs[j][tx];
            v.v.x = as[ty][j];
            v.f[1] = v.f[3] * 0.5f;
            sum += v.h[0].x * v.h[0].y;
        }
        __syncthreads();
    }
    C[ty * 16 + tx] = sum;
}
