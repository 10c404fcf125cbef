// a default argument moves what the load phase reads
__device__ int cnt[1]; __device__ float f(int v = cnt[0]++) { return v; }
__global__ void k(const float *__restrict__ A, const int *__restrict__ I, float *C, int n)
{
    __shared__ float As[256];
    const int t = threadIdx.x;
    float acc = 0.0f;
    
    for (int i = 0; i < n; ++i) {
        As[t] = A[i * 128 + cnt[0] + t];
        __syncthreads();
        acc += As[127 - t] * (i + 1); acc += f();
        __syncthreads();
    }
    C[t] = acc;
}
