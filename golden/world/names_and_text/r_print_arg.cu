// odd_word skips everything between the parentheses of printf: an assignment of __LINE__ in there is seen afterwards. any flags
#include <stdio.h>
__global__ void k(const float *__restrict__ x, float *__restrict__ y, int n) {
    __shared__ float s[128];
    int t = threadIdx.x; float acc = 0; int e = 0;
    for (int i = 0; i < n; i += 128) {
        s[t] = x[i + t];
        __syncthreads();
        for (int j = 0; j < 128; j++) acc += s[j] * (j + t);
        __syncthreads();
    }
    if (n > 0) printf("%d", e = __LINE__);
    y[blockIdx.x * 128 + t] = acc + e;
}
