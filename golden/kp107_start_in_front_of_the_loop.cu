// The inner loop begins at the threads own place: those that come do not go round equally often, and the
// declaration in front of it says so.
__global__ void product(int rows, int n, const int *__restrict__ where, const float *__restrict__ values,
                        const float *__restrict__ A, float *__restrict__ y)
{
    __shared__ int places[128];
    __shared__ float factors[128];
    int m = blockIdx.x * 128;

    while (m < rows) {
        m += threadIdx.x;
        float sum = 0;
        int k = threadIdx.x % 2;
        while (k < n) {
            if (threadIdx.x < n - k) {
                places[threadIdx.x] = where[k + threadIdx.x];
                factors[threadIdx.x] = values[k + threadIdx.x];
            }
            __syncthreads();
            for (int i = 0; i < 128 && i < n - k; i++)
                sum += factors[i] * A[places[i] * rows + m];
            k += 128;
            __syncthreads();
        }
        y[m] = sum;
        m -= threadIdx.x;
        m += 128 * gridDim.x;
    }
}

void launch(int rows, int n, const int *where, const float *values, const float *A, float *y)
{
    product<<<8, 128>>>(rows, n, where, values, A, y);
}
