// Taken for granted: only the kernel and what it calls can see line numbers. A variable below the kernel is __LINE__ (legal/capture.c odd_word). any flags
extern __device__ const int here;
__global__ void k(const float *__restrict__ x, float *__restrict__ y, int n) {
    __shared__ float s[128];
    int t = threadIdx.x; float acc = 0;
    for (int i = 0; i < n; i += 128) {
        s[t] = x[i + t];
        __syncthreads();
        for (int j = 0; j < 128; j++) acc += s[j] * (j + t);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = acc + here;
}
__device__ const int here = __LINE__;
