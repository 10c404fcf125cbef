// kpipe: --shape ring --stages 3
// the load of a later iteration reads what only the first barrier of the loop publishes
__global__ void k(const float *__restrict__ A, const int *__restrict__ I, float *C, int n)
{
    __shared__ float As[256]; __shared__ int ix[128];
    const int t = threadIdx.x;
    float acc = 0.0f;
    ix[t] = I[t];
    for (int i = 0; i < n; ++i) {
        As[t] = A[i * 128 + (i ? ix[127 - t] : t)];
        __syncthreads();
        acc += As[127 - t] * (i + 1);
        __syncthreads();
    }
    C[t] = acc;
}
