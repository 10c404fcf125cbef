enum : unsigned char { N = 128 };
__global__ void k(float *__restrict__ y, const float *__restrict__ A, const float *__restrict__ B, const int *__restrict__ I, int n)
{
    __shared__ float As[N];
    int t = threadIdx.x;
    float s = 0;
    for (int k = 0; k < n; k += 128) {
        for (int i = t; i < N; i += 64) As[i] = 2 * A[k + i];
        __syncthreads();
        for (int j = 0; j < N; j++) s += As[j] * (j ^ t);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = s;
}
