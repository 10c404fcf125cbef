__global__ void k(float *__restrict__ y, const float *__restrict__ A, const float *__restrict__ B, const int *__restrict__ I, int n)
{
    __shared__ float As[256];
    int t = threadIdx.x;
    float s = 0;
    for (int k = 0; k < n; k += 256) {
        if (t == 9) for (unsigned char i = 9; i < 250; i += 10) As[i] = 2 * A[k + i];
        __syncthreads();
        for (int j = 9; j < 250; j += 10) s += As[j] * (j ^ t) + As[j - 6];
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = s;
}
