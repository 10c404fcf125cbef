// Pointers into one buffer that are initialised in braces: what a store leads to is known.
__global__ void rows(const float *__restrict__ x, const float *__restrict__ w, float *y, int n, int width)
{
    extern __shared__ float memory[];
    float *a { memory };
    float *b { &memory[width] };
    float sum { 0 };

    for (int k { 0 }; k < n; k += width) {
        a[threadIdx.x] = x[k + threadIdx.x];
        b[threadIdx.x] = w[k + threadIdx.x];
        __syncthreads();
        for (int i { 0 }; i < width; i++)
            sum += a[i] * b[width - 1 - i];
        __syncthreads();
    }
    y[threadIdx.x] = sum;
}
