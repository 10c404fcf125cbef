// The tile is sampled from a texture.
__global__ void blend(cudaTextureObject_t image, const float *__restrict__ w,
                      float *__restrict__ out, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int i = 0; i < n; i += 128) {
        tile[t] = tex2D<float>(image, i + t + 0.5f, blockIdx.x + 0.5f);
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * w[(i + j) * 128 + t];
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = sum;
}
