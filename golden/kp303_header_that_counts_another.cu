// The header takes a number each time that it is run: neither in two loops, nor twice in one.
__global__ void sums(const float *__restrict__ x, const float *__restrict__ w, float *y, int n)
{
    __shared__ float tile[256];
    int at[4] = {0, 1, 2, 3};
    float sum = 0, norm = 0;
    int next = 0;

    for (int k = 0; k < n; k += 256) {
        __syncthreads();
        for (int j = next++ & 1; j < 4; ++j) {
            tile[j * 64 + threadIdx.x] = x[k + j * 64 + threadIdx.x];
            at[j] = (k / 256 + j) & 3;
        }
        __syncthreads();
        for (int j = 0; j < 64; ++j)
            sum += tile[at[j & 3] * 64 + j];
    }
    y[threadIdx.x] = sum * norm;
}

void run(const float *x, const float *w, float *y, int n)
{
    sums<<<1, 64>>>(x, w, y, n);
}
