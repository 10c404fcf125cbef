// Ragged tiles that two loops fill, rows to one end and columns to another.
__global__ void product(const double *__restrict__ a, const double *__restrict__ b, double *__restrict__ c, int n,
                        int m, int depth)
{
    __shared__ double as[16][16], bs[16][16];
    const int ty = threadIdx.y, tx = threadIdx.x;

    for (int i = 16 * blockIdx.y; i < n; i += 4096)
        for (int j = 16 * blockIdx.x; j < m; j += 4096) {
            double sum[2] = {0, 0};
            for (int k = 0; k < depth; k += 16) {
                for (int y = ty; y <= min(15, n - i - 1); y += 8)
                    for (int x = tx; x <= min(15, depth - k - 1); x += 8)
                        as[y][x] = a[(i + y) * depth + (k + x)];
                for (int y = ty; y <= min(15, depth - k - 1); y += 8)
                    for (int x = tx; x <= min(15, m - j - 1); x += 8)
                        bs[y][x] = b[(k + y) * m + (j + x)];
                __syncthreads();
                if (n >= ty + i + 1 && m >= tx + j + 1)
                    for (int q = 0; q <= min(15, depth - k - 1); q++) {
                        sum[0] += as[ty][q] * bs[q][tx];
                        if (n >= ty + i + 9)
                            sum[1] += as[ty + 8][q] * bs[q][tx];
                    }
                __syncthreads();
            }
            if (n >= ty + i + 1 && m >= tx + j + 1)
                c[(ty + i) * m + (tx + j)] = sum[0];
            if (n >= ty + i + 9 && m >= tx + j + 1)
                c[(ty + i + 8) * m + (tx + j)] = sum[1];
            __syncthreads();
        }
}
