template <int N, class I2>
__global__ void k(float *__restrict__ y, const float *__restrict__ A, const float *__restrict__ B, const int *__restrict__ I, int n)
{
    __shared__ float As[N];
    int t = threadIdx.x;
    float s = 0;
    for (int k = 0; k < n; k += N) {
        for (I2 i = threadIdx.x; i < 250; i += 10) if (t == 9) As[i] = 2 * A[k + i];
        __syncthreads();
        for (int j = 9; j < 250; j += 10) s += As[j] * (j ^ t) + As[j - 6];
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = s;
}
template __global__ void k<256, unsigned char>(float *__restrict__, const float *__restrict__, const float *__restrict__, const int *__restrict__, int);
