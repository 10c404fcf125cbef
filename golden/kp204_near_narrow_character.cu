// That a character holds the product cannot be promised; what it holds at most, can.
__global__ void sums(int n, const float *a, float *c, int d)
{
    __shared__ float s[16];
    const int t = threadIdx.x;

    for (int k = 0; k < n; k += 16) {
        int m = k + 16 > n ? n - k : 16;
        s[t] = a[k + t];
        __syncthreads();
        for (int i = 0; i < m; i++)
            c[k + (signed char)(i * 9)] = s[15 - t];
        __syncthreads();
    }
}
