// A number that such braces make is no constant, which cannot be asserted; what they are given is.
#define BK 64
#define MAX(x, y) ({ __typeof__(x) _x = (x); __typeof__(y) _y = (y); _x > _y ? _x : _y; })
__global__ void f(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float s[64];
    const int t = threadIdx.x;
    const int step = MAX(BK, 32);
    float acc = 0;
    for (int k = 0; k < n; k += MAX(step, 2)) {
        s[t] = A[k + t];
        __syncthreads();
        for (int i = 0; i < step; i++)
            acc += s[i];
        __syncthreads();
    }
    C[blockIdx.x * 64 + t] = acc;
}
