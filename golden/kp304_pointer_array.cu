// Compute stores through a pointer of the array: it reads the pointer, and does not write the array.
__global__ __launch_bounds__(128) void gather_sum(const double *__restrict__ x,
                                                  double *__restrict__ y, int n)
{
    __shared__ double tile[128];
    const int t = threadIdx.x;
    double *p[2] = {y, y};

    for (int k = 0; k < n; k += 128) {
        for (int j = 0; j < 2; j++)
            p[j] = y + k + t;
        tile[t] = x[p[0] - y];
        __syncthreads();
        double sum = 0;
        for (int j = 0; j < 128; j++)
            sum += tile[j];
        *p[1] = sum;
        __syncthreads();
    }
}
