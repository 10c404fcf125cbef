// kpipe: --stages 3
// What ends the loop is chosen by conditions, down to true and false.
__global__ void chosen(const float *__restrict__ a, float *__restrict__ out, int n, int m,
                       bool all)
{
    __shared__ float tile[128];
    float sum = 0;

    for (int k = 0; (all && n > m) ? (k < n ? true : false) : k < m; k += 128) {
        tile[threadIdx.x] = a[k + threadIdx.x];
        __syncthreads();
        for (int i = 0; i < 128; i++)
            sum += tile[i] * (i + threadIdx.x);
        __syncthreads();
    }
    out[blockIdx.x * 128 + threadIdx.x] = sum;
}

void run(const float *a, float *out, int n, int m)
{
    chosen<<<16, 128>>>(a, out, n, m, n > 1024);
}
