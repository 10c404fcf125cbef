// The bound lies in shared memory, and compute may lower it: whether there is a next iteration is
// known only behind the last barrier.
__global__ void until_found(const int *__restrict__ keys, int key, int *__restrict__ at, int n)
{
    __shared__ int ks[128];
    __shared__ int end;
    const int t = threadIdx.x;
    int where = -1;

    if (t == 0)
        end = n;
    __syncthreads();
    for (int i = 0; i < end; i += 128) {
        ks[t] = keys[i + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            if (ks[j] == key)
                where = i + j;
        __syncthreads();
        if (t == 0 && where >= 0)
            end = 0;
        __syncthreads();
    }
    at[blockIdx.x * 128 + t] = where;
}
