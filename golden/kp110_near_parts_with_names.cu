// As kp110_parts_with_names, but a part is filled while threads may still use it: a barrier is missing.
__global__ void sums(const float *__restrict__ x, float *__restrict__ out, int n)
{
    extern __shared__ float all[];
    float *a = all, *b = all + 512;
    float sum = 0;
    for (int i = 0; i < 4; i++)
        a[i * 128 + threadIdx.x] = x[i * 128 + threadIdx.x];
    for (int k = 0; k < n; k += 2) {
        __syncthreads();
        if (k + 1 < n)
            for (int i = 0; i < 4; i++)
                b[i * 128 + threadIdx.x] = x[(k + 1) * 512 + i * 128 + threadIdx.x];
        for (int j = 0; j < 512; j++)
            sum += a[j] * j;
        if (k + 2 < n)
            for (int i = 0; i < 4; i++)
                a[i * 128 + threadIdx.x] = x[(k + 2) * 512 + i * 128 + threadIdx.x];
        for (int j = 0; j < 512; j++)
            sum += b[j] * j;
    }
    out[blockIdx.x * 128 + threadIdx.x] = sum;
}
void launch(const float *x, float *o, int n)
{
    sums<<<8, 128, 4096>>>(x, o, n);
}
