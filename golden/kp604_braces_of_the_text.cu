// Without a macro, a part of the text would stand for two.
__global__ void rows(const float *A, float *out, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        tile[t] = A[k + t];
        __syncthreads();
        for (int c = 0; c < ({ int left = n - k; left < 128 ? left : 128; }); c++)
            sum += tile[c];
        __syncthreads();
    }
    out[t] = sum;
}
