// Members have the names of other tiles, and of the object itself: each of them has its own stages.
struct pair {
    float a[64], s[64];
};

__global__ void sums(const float *__restrict__ x, const float *__restrict__ w, float *__restrict__ y,
                     int n)
{
    __shared__ pair s;
    __shared__ float a[64];
    const int t = threadIdx.x;
    float sum = 0;

    for (int k = 0; k < n; k += 64) {
        s.a[t] = x[k + t];
        s.s[t] = w[k + t];
        a[t] = 2 * x[k + t];
        __syncthreads();
        for (int j = 0; j < 64; j++)
            sum += s.a[j] * s.s[63 - j] + a[j];
        __syncthreads();
    }
    y[t] = sum;
}

void run(const float *x, const float *w, float *y, int n)
{
    sums<<<1, 64>>>(x, w, y, n);
}
