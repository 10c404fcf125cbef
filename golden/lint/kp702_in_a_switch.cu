// All threads take the same case.
__global__ void columns(const float *x, float *y, int way)
{
    __shared__ float tile[32][32];
    int t = threadIdx.x;
    float sum = 0;

    for (int i = 0; i < 32; i++)
        tile[i][t] = x[i * 32 + t];
    __syncthreads();
    for (int i = 0; i < 32; i++)
        switch (way & i) {
        case 0:
            sum += tile[t][i];
            sum *= 2;
            break;
        default:
            sum -= tile[i][t];
        }
    y[t] = sum;
}

void run(const float *x, float *y)
{
    columns<<<1, 32>>>(x, y, 0);
}
