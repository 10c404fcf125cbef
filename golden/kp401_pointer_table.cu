// Which array a pointer out of a table means is known only when it runs.
__global__ void two_planes(const float *__restrict__ x, const float *__restrict__ w,
                           float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    __shared__ float ws[128];
    float *plane[2] = {xs, ws};
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        plane[0][t] = x[k + t];
        plane[1][t] = w[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += plane[j % 2][j] * (t - j);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
