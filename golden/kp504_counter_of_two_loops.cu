// Both loops count by one variable, which is read behind them: that their indices differ by 128 does not keep their
// trips apart. Trip 1 of the first one and trip 0 of the second one fill the same element.
__global__ void __launch_bounds__(128) filled_twice(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int n)
{
    __shared__ float s[640];
    int t = threadIdx.x, i;
    float acc = 0;

    for (int k = 0; k < n; k += 128) {
        for (i = 0; i < 4; ++i)
            s[i * 128 + t] = A[k + t];
        for (i = 0; i < 4; ++i)
            s[i * 128 + t + 128] = B[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            acc += s[j * 5 + (t & 3)] * j;
        __syncthreads();
    }
    C[blockIdx.x * 128 + t] = acc + i;
}
