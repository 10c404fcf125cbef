// the initialiser of a member moves what the load phase reads
__device__ int cnt[1]; __device__ int bump() { return cnt[0]++; } struct Inc { int v = bump(); };
__global__ void k(const float *__restrict__ A, const int *__restrict__ I, float *C, int n)
{
    __shared__ float As[256];
    const int t = threadIdx.x;
    float acc = 0.0f;
    
    for (int i = 0; i < n; ++i) {
        As[t] = A[i * 128 + cnt[0] + t];
        __syncthreads();
        acc += As[127 - t] * (i + 1); Inc x;
        __syncthreads();
    }
    C[t] = acc;
}
