// The condition asks what compute has found so far.
__global__ void until_found(const int *__restrict__ keys, int key, int *__restrict__ at, int n)
{
    __shared__ int ks[128];
    const int t = threadIdx.x;
    bool done = false;
    int where = -1;

    for (int i = 0; i < n && !done; i += 128) {
        ks[t] = keys[i + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            if (ks[j] == key) {
                where = i + j;
                done = true;
            }
        __syncthreads();
    }
    at[blockIdx.x * 128 + t] = where;
}
