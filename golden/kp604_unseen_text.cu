// SLICES is not defined: the parser drops `b`, and every statement that mentions it.
__global__ void slices(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float a[slices_per_thread], b[slices_per_thread];

    for (int i = 0; i < n; i += 128) {
        tile[t] = x[i + t];
        __syncthreads();
        for (int j = 0; j < slices_per_thread; ++j) {
            a[j] += tile[t ^ j];
            b[j] += tile[127 - (t ^ j)];
        }
        __syncthreads();
    }
    for (int j = 0; j < slices_per_thread; ++j)
        y[(blockIdx.x * 128 + t) * slices_per_thread + j] = a[j] * b[j];
}
