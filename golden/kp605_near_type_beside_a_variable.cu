// The type has no name, and nothing in it has one that means anything without the variable.
__global__ void sums(const float *__restrict__ x, float *__restrict__ out, int K)
{
    __shared__ float s[128];
    int t = threadIdx.x;
    float acc = 0;
    for (int k = 0; k < K; k += 128) {
        struct {
            int skip;
        } by = {K > 1024 ? 5 : 1};
        s[t] = x[k + t + by.skip];
        __syncthreads();
        acc += s[127 - t];
        __syncthreads();
    }
    out[t] = acc;
}
