// a capture with an initialiser moves what the load phase reads
__global__ void k(const float *__restrict__ A, const int *__restrict__ I, float *C, int n)
{
    __shared__ float As[256];
    const int t = threadIdx.x;
    float acc = 0.0f;
    int cnt = 0;
    for (int i = 0; i < n; ++i) {
        As[t] = A[i * 128 + cnt + t];
        __syncthreads();
        acc += As[127 - t] * (i + 1); auto f = [c = cnt++]() { return (float)c; }; acc += f();
        __syncthreads();
    }
    C[t] = acc;
}
