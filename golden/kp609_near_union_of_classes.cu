// The union's constructor does nothing, and to its members neither: the constructor of `point` does not run.
struct point {
    float x, y;
    __device__ point() : x(1), y(2) {}
    __device__ point(float a, float b) : x(a), y(b) {}
};
union words {
    float f[4];
    float4 v;
    point p[2];
    __host__ __device__ words() {}
};

__global__ void __launch_bounds__(256) product(const float *__restrict__ A, const float *__restrict__ B,
                                               float *__restrict__ C, int n)
{
    __shared__ float as[16][17];
    __shared__ float bs[16][16];
    const int tx = threadIdx.x & 15, ty = threadIdx.x / 16, row = blockIdx.y * 16 + ty, column = blockIdx.x * 16 + tx;
    float sum = 0;
    words v[2], w;

    for (int k = 0; k < n; k += 16) {
        v[1].f[2] = A[row * n + k + tx];
        w.f[0] = v[1].f[2];
        as[ty][tx] = w.f[0];
        bs[ty][tx] = B[(k + ty) * n + column];
        __syncthreads();
        for (int j = 0; j < 16; j++) {
            v[0].f[0] = as[ty][j];
            v[0].f[1] = bs[j][tx];
            sum += v[0].f[0] * v[0].f[1];
        }
        __syncthreads();
    }
    C[row * 16 + column] = sum;
}
