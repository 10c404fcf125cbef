// kpipe: --variant ldg --stages 2
// One instance reads into the next row.
template <int ROWS, int WIDTH, int READ>
__global__ void dots(int n, const float *__restrict__ keys, float *__restrict__ out)
{
    __shared__ float tile[ROWS][WIDTH];
    float s = 0;

    for (int first = 0; first < n; first += ROWS) {
        for (int i = threadIdx.x; i < ROWS * WIDTH; i += blockDim.x) {
            const int row = i / WIDTH, column = i % WIDTH;
            if (first + row < n)
                tile[row][column] = keys[(first + row) * WIDTH + column];
        }
        __syncthreads();
        const int rows = min(ROWS, n - first);
        for (int j = 0; j < rows; j++)
            for (int d = 0; d < READ; d++)
                s += tile[0][j * WIDTH + d];
        __syncthreads();
    }
    out[threadIdx.x] = s;
}

void launch(int n, const float *keys, float *out)
{
    dots<16, 32, 32><<<1, 128>>>(n, keys, out);
    dots<16, 64, 65><<<1, 128>>>(n, keys, out);
}
