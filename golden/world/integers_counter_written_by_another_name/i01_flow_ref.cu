__global__ void k(float *__restrict__ y, const float *__restrict__ A, const float *__restrict__ B, const int *__restrict__ I, int n)
{
    __shared__ float As[128]; int v[2] = {0, 0};
    int t = threadIdx.x;
    float s = 0;
    for (int k = 0; k < n; k += 128) {
        v[0] = I[k + t]; v[1] = I[k + t + 1]; As[t] = A[k + v[0] + v[1]];
        __syncthreads();
        for (int q = 0; q < 4; q++) { for (int j = 0; j < 2; j++) { int &r = j; v[j] = q; r += 1; } s += As[q] * v[1]; }
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = s;
}
