// The variable is the load phase's, and compute names a value of its type.
__global__ void sums(const float *__restrict__ x, float *__restrict__ out, int K)
{
    __shared__ float s[128];
    int t = threadIdx.x;
    float acc = 0;
    for (int k = 0; k < K; k += 128) {
        enum { BEFORE = 1, BEHIND = 5 } skip = K > 1024 ? BEHIND : BEFORE;
        s[t] = x[k + t + skip];
        __syncthreads();
        acc += s[127 - t] * BEHIND;
        __syncthreads();
    }
    out[t] = acc;
}
