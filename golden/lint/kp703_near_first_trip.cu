// The lanes differ in the first trip of the loop only.
__global__ void first(const float *x, float *y, int n)
{
    int t = threadIdx.x;

    for (int k = 0; k < n; k += 32)
        if (t % 2 == 0 || k > 0)
            y[k * 256 + t] = x[k * 256 + t];
}

void run(const float *x, float *y, int n)
{
    first<<<1, 256>>>(x, y, n);
}
