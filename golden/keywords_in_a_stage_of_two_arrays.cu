// What a stage of two arrays is declared with is a macro's __shared__: it does not stand in the struct.
#define TILE_MEMORY __shared__
#define TILE TILE_MEMORY

__global__ __launch_bounds__(256) void product(const float *__restrict__ a, const float *__restrict__ b,
                                               float *__restrict__ c, int n)
{
    TILE float as[16][17], bs[16][17];
    const int x = threadIdx.x, y = threadIdx.y;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 16) {
        as[y][x] = a[(blockIdx.y * 16 + y) * n + k + x];
        bs[y][x] = b[(k + y) * n + blockIdx.x * 16 + x];
        __syncthreads();
        for (int i = 0; i < 16; i++)
            sum += as[y][i] * bs[i][x];
        __syncthreads();
    }
    c[(blockIdx.y * 16 + y) * n + blockIdx.x * 16 + x] = sum;
}

int main()
{
    product<<<dim3(2, 2), dim3(16, 16)>>>(nullptr, nullptr, nullptr, 32);
}
