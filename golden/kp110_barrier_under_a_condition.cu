// Two buffers by hand, with a barrier that only the iterations have which fill one.
__global__ void dot(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float As[2][128];
    float s = 0;
    int buf = 0;
    As[0][threadIdx.x] = A[threadIdx.x];
    for (int i = 0; i < n; i += 128) {
        __syncthreads();
        if (i + 128 < n) {
            As[buf ^ 1][threadIdx.x] = A[i + 128 + threadIdx.x];
            __syncthreads();
        }
        for (int j = 0; j < 128; ++j) s += As[buf][j];
        buf ^= 1;
    }
    C[threadIdx.x] = s;
}
