// kpipe: --stages 2
// The break leaves another loop.
__global__ void sums(int n, const int *__restrict__ rounds, const float *__restrict__ x,
                     float *__restrict__ y)
{
    __shared__ float part[128];
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    float sum = 0;

    for (int r = 0; r < rounds[0]; r++) {
        for (int k = 0; k < n; k += 128) {
            part[threadIdx.x] = x[k + threadIdx.x];
            __syncthreads();
            for (int i = 0; i < 128; i++)
                sum += part[i] * i;
            __syncthreads();
        }
        for (int i = 0; i < n; i++)
            if (x[threadIdx.x] > i)
                break;
    }
    y[blockIdx.x * 128 + threadIdx.x] = sum;
}

void launch(int n, int *rounds, float *x, float *y)
{
    sums<<<64, 128>>>(n, rounds, x, y);
}
