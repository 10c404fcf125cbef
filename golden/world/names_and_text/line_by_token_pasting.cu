// Taken for granted: a word stands in the text as such (legal/capture.c collect); CAT(__LI, NE__) is __LINE__. Default flags.
#define CAT(a, b) a##b
__global__ void k(const float *__restrict__ x, float *__restrict__ y, int n) {
    __shared__ float s[128];
    float acc = 0; int t = threadIdx.x;
    for (int i = 0; i < n; i += 128) { s[t] = x[i + t]; __syncthreads(); acc += s[t ^ 5]; __syncthreads(); }
    y[blockIdx.x * 128 + t] = acc * CAT(__LI, NE__);
}
