// The pointer goes on for as long as nobody knows.
__global__ void add(const float *x, float *sums, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float *to = sums;

    for (int k = 0; k < n; k += 128) {
        if (t < 128)
            xs[t] = x[k + t];
        __syncthreads();
        for (int j = 0; xs[j] < xs[t & 127]; j = j + 1 & 127)
            atomicAdd(to++, xs[127 - j]);
        __syncthreads();
    }
}

void run(const float *x, float *sums, int n)
{
    add<<<1, 128>>>(x, sums, n);
}
