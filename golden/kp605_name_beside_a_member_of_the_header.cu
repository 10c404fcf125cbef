// The header has an x of the function beside the member.
__global__ void __launch_bounds__(128) turned(const float *__restrict__ in, float *__restrict__ out, int rows, int columns)
{
    const int x = 32;
    __shared__ float tile[32][33];

    for (int at = 0; at < columns; at += gridDim.x * x) {
        int x = at + blockIdx.x * 32 + threadIdx.x;
        int y = blockIdx.y * 32 + threadIdx.y;

        for (int j = 0; j < 32; j += 4)
            if (x < columns && y + j < rows)
                tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * columns + x];
        __syncthreads();
        x = blockIdx.y * 32 + threadIdx.x;
        y = at + blockIdx.x * 32 + threadIdx.y;
        for (int j = 0; j < 32; j += 4)
            if (x < rows && y + j < columns)
                out[(y + j) * rows + x] = tile[threadIdx.x][threadIdx.y + j];
        __syncthreads();
    }
}
void launch(const float *in, float *out, int rows, int columns)
{
    turned<<<dim3(2, 3), dim3(32, 4)>>>(in, out, rows, columns);
}
