// kpipe: --stages 3
// One of the instances copies two bytes, which no asynchronous copy does.
template <typename T>
__global__ void __launch_bounds__(256) sums(const T *__restrict__ A, const T *__restrict__ B, T *__restrict__ C, int n)
{
    __shared__ T as[2][256];
    __shared__ T bs[256];
    const int t = threadIdx.x;
    T sum = 0;

    for (int k = 0; k < n; k += 512) {
        for (int i = 0; i < 2; i++)
            as[i][t] = A[k + i * 256 + t];
        bs[t] = k / 2 + t < n ? B[k / 2 + t] : T(0);
        __syncthreads();
        for (int j = 0; j < 256; j++)
            sum += as[0][j] * bs[(j + t) % 256] + as[1][j];
        __syncthreads();
    }
    C[t] = sum;
}

void run(const float *A, const float *B, float *C, const short *D, const short *E, short *F, int n)
{
    sums<<<1, 256>>>(A, B, C, n);
    sums<<<1, 256>>>(D, E, F, n);
}
