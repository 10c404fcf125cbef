// kpipe: --variant cp-async
// Two copies of a thread, which never meet: both may be cp.async.
__global__ void apart(const float *__restrict__ A, float *__restrict__ out, int n)
{
    __shared__ float As[128];
    const int t = threadIdx.x;
    float sum = 0;

    for (int k = 0; k < n; k += 128) {
        As[t] = A[k + t];
        As[t + 64] = A[k + t + 64];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += As[j];
        __syncthreads();
    }
    out[blockIdx.x * 64 + t] = sum;
}

void launch(const float *A, float *out, int n)
{
    apart<<<8, 64>>>(A, out, n);
}
