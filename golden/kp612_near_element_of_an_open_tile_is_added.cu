// What is added to memory behind the loop is an element of the tile, a float by its declaration: no address goes there.
template <int N>
__global__ void f(const float *__restrict__ a, float *out, int n)
{
    __shared__ float tile[N][N];
    float sum = 0;

    for (int s = 0; s < n; s += N) {
        tile[threadIdx.y][threadIdx.x] = a[n * threadIdx.y + s + threadIdx.x];
        __syncthreads();
        for (int k = 0; k < N; k++)
            sum += tile[threadIdx.y][k];
        __syncthreads();
    }
    for (int c = 0; c < N; c++)
        memcpy(&tile[c][threadIdx.x], &sum, sizeof sum);
    __syncthreads();
    for (int c = 0; c < 4; c++)
        for (int r = 0; r < N; r++)
            out[c * N + threadIdx.x] += tile[r][c];
}
