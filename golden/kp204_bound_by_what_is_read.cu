// The condition says nothing of the bound, which is read from memory.
__global__ void sums(int n, const float *a, const int *__restrict__ length, float *c)
{
    __shared__ float s[16];
    const int t = threadIdx.x;

    for (int k = 0; k < n; k += 16) {
        int m;

        if (k + 16 > n)
            m = length[k];
        else
            m = 16;
        s[t] = a[k + t];
        __syncthreads();
        for (int i = 0; i < m; i++)
            c[k + i] = s[15 - t];
        __syncthreads();
    }
}
