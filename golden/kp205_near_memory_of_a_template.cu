// Each kernel of the file calls it, others may: the tiles are its own.
template <int TILE, typename index_t>
__device__ void product(float *c, const float *a, const float *b, index_t wa, index_t wb)
{
    __shared__ float as[TILE][TILE];
    __shared__ float bs[TILE][TILE];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const index_t first = wa * TILE * blockIdx.y;
    float sum = 0.0f;

    for (index_t k = first, j = TILE * blockIdx.x; k <= first + wa - 1; k += TILE, j += TILE * wb) {
        as[ty][tx] = a[k + wa * ty + tx];
        bs[ty][tx] = b[j + wb * ty + tx];
        __syncthreads();
        for (int i = 0; i < TILE; ++i)
            sum += as[ty][i] * bs[i][tx];
        __syncthreads();
    }
    c[wb * TILE * blockIdx.y + TILE * blockIdx.x + wb * ty + tx] = sum;
}

extern "C" __global__ void product_16_32(float *c, float *a, float *b, int wa, int wb)
{
    product<16, int>(c, a, b, wa, wb);
}

extern "C" __global__ void product_32_64(float *c, float *a, float *b, size_t wa, size_t wb)
{
    product<32, size_t>(c, a, b, wa, wb);
}
