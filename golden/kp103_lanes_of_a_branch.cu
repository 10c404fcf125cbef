// The other lanes wait for these at barriers of their own, and read the tile there.
__global__ void rows(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[4][32];
    const int t = threadIdx.x, warp = t / 32, lane = t % 32;
    float sum = 0.0f;

    if (lane < 16) {
        for (int k = 0; k < n; k += 32) {
            xs[warp][lane] = x[k * 4 + warp * 32 + lane];
            xs[warp][lane + 16] = x[k * 4 + warp * 32 + lane + 16];
            __syncwarp();
            for (int j = 0; j < 32; ++j)
                sum += xs[warp][j] * (j + lane);
            __syncwarp();
        }
    } else {
        for (int k = 0; k < n; k += 32) {
            __syncwarp();
            __syncwarp();
        }
    }
    y[blockIdx.x * 128 + t] = sum;
}
