// The barrier's result steers the kernel.
__global__ void search(const int *__restrict__ keys, const int *__restrict__ wanted,
                       int *__restrict__ hits, int n)
{
    __shared__ int ks[128];
    const int t = threadIdx.x;
    const int want = wanted[blockIdx.x * 128 + t];
    int found = 0, rounds = 0;

    for (int i = 0; i < n; i += 128) {
        ks[t] = keys[i + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            found += ks[j] == want;
        rounds += __syncthreads_or(found == 0);
    }
    hits[blockIdx.x * 128 + t] = found + 1000 * rounds;
}
