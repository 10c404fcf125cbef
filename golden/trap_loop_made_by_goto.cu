// a goto leads through the loop again, with other guards
__global__ void k(const float *__restrict__ A, const int *__restrict__ I, float *C, int n)
{
    __shared__ float As[256];
    const int t = threadIdx.x;
    float acc = 0.0f;
    int row = 0; again:
    for (int i = 0; i < n; ++i) {
        if (row + t < n) As[t] = A[i * 128 + t];
        __syncthreads();
        acc += As[127 - t] * (i + 1);
        __syncthreads();
    }
    row += 5; if (row < n) goto again; C[t] = acc;
}
