// The copies of As are asynchronous, those of Bs go through registers: kp_store, behind the compute
// phase, needs the i that the header of the first copy has left, and compute changes i.
__global__ void __launch_bounds__(64) scaled(const float *__restrict__ A,
                                             const short *__restrict__ B, float *__restrict__ out,
                                             int n)
{
    __shared__ float As[64];
    __shared__ float Bs[64];
    const int t = threadIdx.x;
    float sum = 0.0f;
    int i;

    for (int k = 0; k < n; k += 64) {
        for (i = t; i < 64; i += 64)
            As[i] = A[k + i];
        Bs[t] = (float)B[k + t] + i;
        __syncthreads();
        for (i = 0; i < 17; ++i)
            sum += As[i] * Bs[i ^ t];
        __syncthreads();
    }
    out[blockIdx.x * 64 + t] = sum;
}
