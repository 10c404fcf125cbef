// the body of the loop over the small array moves its counter
__global__ void k(const float *__restrict__ A, float *C, int n)
{
    __shared__ float As[64];
    const int t = threadIdx.x;
    float acc = 0.0f;
    for (int i = 0; i < n; ++i) {
        int o[2] = {0, 0};
        o[1] = i + 1;
        for (int j = 0; j < 2; ++j) {
            o[j] = i;
            ++j;
        }
        As[t] = A[(o[0] + o[1]) * 64 + t];
        __syncthreads();
        acc += As[63 - t] * i;
        __syncthreads();
    }
    C[t] = acc;
}
