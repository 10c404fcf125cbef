// 1024 elements and 256 threads: every thread makes four trips.
__global__ void reverse(const float *__restrict__ x, float *__restrict__ y)
{
    __shared__ float tile[256];

    for (int i = threadIdx.x; i < 1024; i += 256) {
        tile[threadIdx.x] = x[i];
        __syncthreads();
        y[i] = tile[255 - threadIdx.x];
        __syncthreads();
    }
}

void run(const float *x, float *y)
{
    reverse<<<64, 256>>>(x, y);
}
