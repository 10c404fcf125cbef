// kpipe: --stages 2
// The row that the reference means begins at no multiple of sixteen bytes.
__global__ void __launch_bounds__(256) sums(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float as[2][1025];
    const int t = threadIdx.x;
    float sum = 0;

    for (int k = 0; k < n; k += 1024) {
        {
            float (&row)[1025] = as[1];
            for (int i = t; i < 1024; i += 256)
                row[i] = A[k + i];
        }
        __syncthreads();
        for (int j = 0; j < 1024; j++)
            sum += as[1][j] * as[1][1023 - j];
        __syncthreads();
    }
    C[t] = sum;
}

void run(const float *A, float *C, int n)
{
    sums<<<1, 256>>>(A, C, n);
}
