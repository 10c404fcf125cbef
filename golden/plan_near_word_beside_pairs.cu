// As plan_word_beside_vectors.cu, but for pairs: cp.async of 8 bytes goes the way that loads go, and nothing was measured of such
// loops.
__global__ void product(const float2 *__restrict__ a, const float *__restrict__ b, float *__restrict__ c, int n)
{
    __shared__ float2 as[256];
    __shared__ float bs[16][17];
    const int tx = threadIdx.x, ty = threadIdx.y;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 16) {
        as[ty * 16 + tx] = a[(blockIdx.y * 16 + ty) * n + k + tx];
        bs[tx][ty] = b[(blockIdx.x * 16 + ty) * n + k + tx];
        __syncthreads();
        for (int j = 0; j < 16; ++j)
            sum += as[ty * 16 + j].x * bs[j][tx];
        __syncthreads();
    }
    c[(blockIdx.y * 16 + ty) * gridDim.x * 16 + blockIdx.x * 16 + tx] = sum;
}
