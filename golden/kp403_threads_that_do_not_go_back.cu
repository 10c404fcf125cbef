// kpipe: --stages 2
// A jump back is a loop around it, too.
__global__ void sums(int n, const int *__restrict__ rounds, const float *__restrict__ x,
                     float *__restrict__ y)
{
    __shared__ float part[128];
    float sum = 0;
    int r = 0;

again:
    for (int k = 0; k < n; k += 128) {
        part[threadIdx.x] = x[k + threadIdx.x];
        __syncthreads();
        for (int i = 0; i < 128; i++)
            sum += part[i] * i;
        __syncthreads();
    }
    if (r++ < rounds[threadIdx.x])
        goto again;
    y[blockIdx.x * 128 + threadIdx.x] = sum;
}
