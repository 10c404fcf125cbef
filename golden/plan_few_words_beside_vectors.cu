// As plan_word_beside_vectors.cu, with four words of the other tile per thread.
__global__ void product(const float4 *__restrict__ a, const float *__restrict__ b, float *__restrict__ c, int n)
{
    __shared__ float4 as[256];
    __shared__ float bs[64][17];
    const int tx = threadIdx.x, ty = threadIdx.y;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 16) {
        as[ty * 16 + tx] = a[(blockIdx.y * 16 + ty) * n + k + tx];
        for (int i = 0; i < 4; ++i)
            bs[i * 16 + tx][ty] = b[(blockIdx.x * 16 + ty) * n + k * 4 + i * 16 + tx];
        __syncthreads();
        for (int j = 0; j < 16; ++j)
            sum += as[ty * 16 + j].x * (bs[j][tx] + bs[j + 16][tx] + bs[j + 32][tx] + bs[j + 48][tx]);
        __syncthreads();
    }
    c[(blockIdx.y * 16 + ty) * gridDim.x * 16 + blockIdx.x * 16 + tx] = sum;
}
