// kpipe: --stages 2
// A variable that the copies are counted by moves on by one between them.
__global__ void __launch_bounds__(256) sums(const float *__restrict__ k, float *out, int n, int d)
{
    __shared__ float ks[64 * 16];
    float sum = 0.f;

    for (int j = 0; j < n; j++) {
        int at = threadIdx.x % 200 * 4;
        for (int r = 0; r < 2; r++) {
            for (int x = 0; x < 4; x++)
                ks[at + x] = k[j * 1024 + at + x];
            at++;
        }
        __syncthreads();
        for (int r = 0; r < 64 * 16; r++)
            sum += ks[r];
        __syncthreads();
    }
    out[blockIdx.x * 256 + threadIdx.x] = sum;
}

void run(const float *k, float *out, int n, int d)
{
    sums<<<16, 256>>>(k, out, n, d);
}
