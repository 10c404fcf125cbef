// The copy loop begins at what a counter says and moves it.
__global__ void __launch_bounds__(64) sums(const float *__restrict__ a, float *__restrict__ out, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0.0f;
    int next = 0;
    for (int k = 0; k < n; k += 128) {
        for (int j = next++ & 1; j < 2; j++)
            tile[j * 64 + t] = a[k + j * 64 + t];
        __syncthreads();
        for (int i = 0; i < 128; i++)
            sum += tile[i];
        __syncthreads();
    }
    out[t] = sum;
}

void launch(const float *a, float *out, int n)
{
    sums<<<1, 64>>>(a, out, n);
}
