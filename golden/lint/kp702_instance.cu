// The rows of the instance that is launched.
template <int WIDTH> __global__ void turn(const float *x, float *y)
{
    __shared__ float tile[32][WIDTH];
    int tx = threadIdx.x, ty = threadIdx.y;

    for (int i = ty; i < 32; i += 8)
        tile[i][tx] = x[i * 32 + tx];
    __syncthreads();
    for (int i = ty; i < 32; i += 8)
        y[i * 32 + tx] = tile[tx][i];
}

void run(const float *x, float *y)
{
    turn<32><<<1, dim3(32, 8)>>>(x, y);
}
