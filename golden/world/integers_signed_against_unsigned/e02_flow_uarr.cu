__global__ void k(float *__restrict__ y, const float *__restrict__ A, const float *__restrict__ B, const int *__restrict__ I, int n)
{
    __shared__ float As[128]; int v[2];
    int t = threadIdx.x;
    float s = 0;
    for (int k = 0; k < n; k += 128) {
        v[0] = I[k + t]; As[t] = A[k + v[0]];
        __syncthreads();
        for (int q = 0; q < 4; q++) { for (int j = -1; j < 1u; j++) v[j + 1] = 5; s += As[q] * v[0]; }
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = s;
}
