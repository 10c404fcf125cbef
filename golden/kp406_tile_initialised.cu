// kpipe: --variant ldg --stages 2
// The halo is zeroed once; the loop fills only what lies between.
__global__ void rows(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float row[130];
    const int t = threadIdx.x;

    if (t == 0)
        row[0] = row[129] = 0.0f;
    for (int i = 0; i < n; ++i) {
        row[t + 1] = x[i * 128 + t];
        __syncthreads();
        y[i * 128 + t] = row[t] + row[t + 1] + row[t + 2];
        __syncthreads();
    }
}
