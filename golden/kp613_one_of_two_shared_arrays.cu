// kpipe: --variant ldg
// A store to one of two arrays in shared memory: which accesses it races with is not known.
__global__ void k(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float s[64], even[64], odd[64];
    const int t = threadIdx.x;
    float sum = 0.0f;

    even[t] = odd[t] = 0.0f;
    for (int i = 0; i < n; i += 64) {
        s[t] = A[i + t];
        __syncthreads();
        (i & 64 ? odd : even)[t] += s[63 - t];
        sum += even[t] - odd[t];
        __syncthreads();
    }
    C[t] = sum;
}
