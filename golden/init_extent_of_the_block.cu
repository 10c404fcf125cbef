// The host chooses the tile, which is the block's extent; the sizes are in braces.
__global__ void product(const float *A, const float *B, float *C, int n, int m, int k, int width)
{
    extern __shared__ float memory[];
    float *As { memory }, *Bs { &memory[width * width] };
    int tx { static_cast<int>(threadIdx.x) }, ty { static_cast<int>(threadIdx.y) };
    int row { static_cast<int>(blockIdx.y) * width + ty }, col { static_cast<int>(blockIdx.x) * width + tx };
    int tiles { (m + width - 1) / width };
    float sum { 0 };

    for (int t { 0 }; t < tiles; ++t) {
        As[ty * width + tx] = row < n && t * width + tx < m ? A[row * m + t * width + tx] : 0;
        Bs[ty * width + tx] = t * width + ty < m && col < k ? B[(t * width + ty) * k + col] : 0;
        __syncthreads();
        for (int i { 0 }; i < width; i++)
            sum += As[ty * width + i] * Bs[i * width + tx];
        __syncthreads();
    }
    if (row < n && col < k)
        C[row * k + col] = sum;
}

void run(const float *A, const float *B, float *C, int n, int m, int k, int width)
{
    dim3 block(width, width), grid((k + width - 1) / width, (n + width - 1) / width);

    product<<<grid, block, 2 * width * width * sizeof(float)>>>(A, B, C, n, m, k, width);
}
