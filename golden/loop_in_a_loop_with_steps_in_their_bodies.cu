// Both loops fill a tile, and both step in their bodies: the inner one is no fill of the outer one.
template <int T>
__global__ void products(int rows, int n, const float *__restrict__ a, const float *__restrict__ b, float *__restrict__ y)
{
    __shared__ float left[T];
    __shared__ float right[T];
    int m = T * blockIdx.x;

    while (m < rows) {
        float sum = 0;
        left[threadIdx.x] = a[m + threadIdx.x];
        __syncthreads();
        int k = 0;
        while (k < n) {
            right[threadIdx.x] = k + (int)threadIdx.x < n ? b[k + threadIdx.x] : 0;
            __syncthreads();
            for (int i = 0; i < T; i++)
                sum += k + i < n ? left[i] * right[i] : 0;
            __syncthreads();
            k += T;
        }
        y[m + threadIdx.x] = sum;
        m += T * gridDim.x;
        __syncthreads();
    }
}

void launch(int rows, int n, const float *a, const float *b, float *y)
{
    products<128><<<4, 128>>>(rows, n, a, b, y);
}
