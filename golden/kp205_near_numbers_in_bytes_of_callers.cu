// The bytes themselves are numbers of any space.
__device__ float sum(const char *bytes)
{
    __shared__ float tile[128];
    const float *a = (const float *)bytes;
    const int t = threadIdx.x;
    float all = 0.0f;

    for (int k = 0; k < 512; k += 128) {
        tile[t] = a[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            all += tile[j];
        __syncthreads();
    }
    return all;
}
