// Taken for granted: 'assert'/'printf' only print. The program's own macro assert(v) uses its argument __LINE__ (legal/capture.c is_message). default, ring
#define assert(v) (v)
__global__ void k(const float *__restrict__ x, float *__restrict__ y, int n) {
    __shared__ float s[128];
    int t = threadIdx.x; float acc = 0;
    for (int i = 0; i < n; i += 128) {
        s[t] = x[i + t];
        __syncthreads();
        for (int j = 0; j < 128; j++) acc += s[j] * (j + t);
        acc += assert(__LINE__);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = acc;
}
