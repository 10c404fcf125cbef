// Each warp has its part of the dynamic shared memory.
__global__ void dyn(const float *__restrict__ A, const float *__restrict__ x, float *__restrict__ y, int K)
{
    extern __shared__ float sm[];
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    int row = blockIdx.x * 4 + warp;
    float *mine = sm + warp * 64;
    float sum = 0.0f;
    for (int k = 0; k < K; k += 64) {
        mine[lane] = A[row * K + k + lane];
        mine[lane + 32] = A[row * K + k + lane + 32];
        __syncwarp();
        for (int i = 0; i < 64; i++)
            sum += mine[i] * x[(k + i) * 32 + lane];
        __syncwarp();
    }
    y[row * 32 + lane] = sum;
}
void launch(const float *A, const float *x, float *y, int rows, int K) { dyn<<<rows / 4, 128, 1024>>>(A, x, y, K); }
