// Comments between the pragma and the loop stay with the loop.
__global__ void sums(const float *__restrict__ x, float *__restrict__ out, int K)
{
    __shared__ float s[128];
    int t = threadIdx.x;
    float acc = 0;
    // above both
    #pragma unroll 1
    // one tile of 128
    // per iteration
    for (int k = 0; k < K; k += 128) { // and one behind it
        s[t] = x[k + t];
        __syncthreads();
        acc += s[127 - t];
        __syncthreads();
    }
    out[t] = acc;
}
