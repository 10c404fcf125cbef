// kpipe: --stages 2
// A pointer to a template's type, moved by integers: what is read through it is not the thread's sums.
template <class T, int D, int B>
__global__ void product(int n, const T *__restrict__ A, int pitch, T *__restrict__ C)
{
    const int tx = threadIdx.x, ty = threadIdx.y;
    __shared__ T rows[B][B + 1];
    T sums[B / D];
    const T *a = A + blockIdx.x * B + ty * pitch + tx;
    for (int i = 0; i < B / D; i++)
        sums[i] = 0;
    for (int k = 0; k < n; k += B) {
        for (int i = 0; i < B; i += D)
            for (int m = 0; m < B; m += D)
                rows[i + ty][m + tx] = a[i * pitch + m];
        __syncthreads();
        a += B * pitch;
        for (int i = 0; i < B; i++)
            for (int m = 0; m < B / D; m++)
                sums[m] += rows[i][m * D + tx] * rows[m * D + ty][i];
        __syncthreads();
    }
    for (int i = 0; i < B / D; i++)
        C[(blockIdx.x * B + i * D + ty) * D + tx] = sums[i];
}

void launch(int n, const double *A, int pitch, double *C)
{
    product<double, 16, 32><<<dim3(4, 4), dim3(16, 16)>>>(n, A, pitch, C);
}
