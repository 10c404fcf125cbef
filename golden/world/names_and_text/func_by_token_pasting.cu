// As line_by_token_pasting: CAT(__fu, nc__) in compute is the name of operator() in the output. Default flags (split shapes).
#define CAT(a, b) a##b
__global__ void k(const float *__restrict__ x, float *__restrict__ y, int n) {
    __shared__ float s[128];
    float acc = 0; int t = threadIdx.x;
    for (int i = 0; i < n; i += 128) { s[t] = x[i + t]; __syncthreads(); acc += s[t ^ 5] * sizeof(CAT(__fu, nc__)); __syncthreads(); }
    y[blockIdx.x * 128 + t] = acc;
}
