// kpipe: --stages 2
// A constructor makes the object: there is one of it.
struct pair {
    float a[64], b[64];
    __device__ pair() {}
};

__global__ void sums(const float *__restrict__ x, const float *__restrict__ w, float *__restrict__ y,
                     int n)
{
    __shared__ pair s;
    const int t = threadIdx.x;
    float sum = 0;

    for (int k = 0; k < n; k += 64) {
        s.a[t] = x[k + t];
        s.b[t] = w[k + t];
        __syncthreads();
        for (int j = 0; j < 64; j++)
            sum += s.a[j] * s.b[63 - j];
        __syncthreads();
    }
    y[t] = sum;
}

void run(const float *x, const float *w, float *y, int n)
{
    sums<<<1, 64>>>(x, w, y, n);
}
