// kpipe: --variant cp-async
// The place counts what the source, which comes first, is at; as arguments of a call they have no order.
__global__ void f(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float s[256];
    const int t = threadIdx.x;
    float acc = 0;
    for (int k = 0; k < n; k++) {
        int j = 0;
        s[(j++, t)] = A[k * 512 + t + j * 256];
        __syncthreads();
        acc += s[255 - t];
        __syncthreads();
    }
    C[blockIdx.x * 256 + t] = acc;
}
