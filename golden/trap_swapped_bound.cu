// swapped bound
__device__ void twice(int &x) { x *= 2; }
struct Two { int v; };
__device__ void grow(int &x) { x = 256; }
__global__ void k(const float *__restrict__ A, float *C, int n)
{
    __shared__ float As[256];
    const int t = threadIdx.x;
    float acc = 0.0f;
    int m = 128, w = 256;
    (n > 0 ? m : w) = 256;
    for (int i = 0; i < n; ++i) {
        for (int j = t; j < m; j += 64)
            As[j] = A[i * 256 + j] + 1.0f;
        __syncthreads();
        acc += As[63 - t] * (i + 1) + As[255 - t];
        __syncthreads();
    }
    C[t] = acc;
}
