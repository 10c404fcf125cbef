// A second view that is taken from the first moves along with it.
static __global__ void ragged(const float *__restrict__ x, float *__restrict__ y, int n)
{
    extern __shared__ float tile[];
    int *words = (int *)tile;
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        tile[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += words[j] & 255;
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}

void launch_ragged(const float *x, float *y, int n)
{
    ragged<<<4, 128, 128 * sizeof(float)>>>(x, y, n);
}
