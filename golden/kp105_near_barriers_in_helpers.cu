// The helpers wait for the block themselves: what they do is written into the loop.
template <int TILE>
__device__ void load_tile(float (&s)[TILE][TILE], const float *g, int ld, int row, int col)
{
    s[threadIdx.y][threadIdx.x] = g[(row + threadIdx.y) * ld + col + threadIdx.x];
    __syncthreads();
}

__device__ void multiply(float &sum, const float (&a)[16][16], const float (&b)[16][16])
{
    for (int j = 0; j < 16; j++)
        sum += a[threadIdx.y][j] * b[j][threadIdx.x];
    __syncthreads();
}

__global__ void product(const float *__restrict__ a, const float *__restrict__ b,
                        float *__restrict__ c, int n)
{
    __shared__ float As[16][16], Bs[16][16];
    float sum = 0.0f;

    for (int i = 0; i < n; i += 16) {
        load_tile<16>(As, a, n, blockIdx.y * 16, i);
        load_tile<16>(Bs, b, n, i, blockIdx.x * 16);
        multiply(sum, As, Bs);
    }
    c[(blockIdx.y * 16 + threadIdx.y) * n + blockIdx.x * 16 + threadIdx.x] = sum;
}
void run(const float *a, const float *b, float *c, int n)
{
    product<<<dim3(n / 16, n / 16), dim3(16, 16)>>>(a, b, c, n);
}
