// A function of another file: what it may change is why nothing else is known, and is said first.
__device__ int place(int row, int column, int width);

template <int T>
__global__ void product(const float *a, const float *b, float *c, int m, int n, int k)
{
    __shared__ float as[T][T];
    __shared__ float bs[T][T];
    const int row = blockIdx.y * T + threadIdx.y, column = blockIdx.x * T + threadIdx.x;
    float sum = 0;

    for (int tile = 0; tile < (k + T - 1) / T; tile++) {
        as[threadIdx.y][threadIdx.x] =
            row < m && tile * T + threadIdx.x < k ? a[place(row, tile * T + threadIdx.x, k)] : 0;
        bs[threadIdx.y][threadIdx.x] =
            column < n && tile * T + threadIdx.y < k ? b[place(tile * T + threadIdx.y, column, n)] : 0;
        __syncthreads();
        for (int i = 0; i < T; i++)
            sum += as[threadIdx.y][i] * bs[i][threadIdx.x];
        __syncthreads();
    }
    if (row < m && column < n)
        c[row * n + column] = sum;
}

void launch(const float *a, const float *b, float *c, int m, int n, int k)
{
    product<16><<<dim3((n + 15) / 16, (m + 15) / 16), dim3(16, 16)>>>(a, b, c, m, n, k);
}
