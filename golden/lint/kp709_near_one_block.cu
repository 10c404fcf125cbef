// The kernel knows of one block only: the end of a sum. The other grid is set later, or one thread is
// all that is wanted.
__global__ void last(const float *x, float *y)
{
    __shared__ float part[256];
    int t = threadIdx.x;

    part[t] = x[t];
    __syncthreads();
    for (int s = 128; s > 0; s /= 2) {
        if (t < s)
            part[t] += part[t + s];
        __syncthreads();
    }
    if (t == 0)
        y[0] = part[0];
}

__global__ void add(float *x)
{
    x[blockIdx.x * 256 + threadIdx.x] += 1.0f;
}

void run(float *x, float *y, int n)
{
    dim3 grid(1), block(256);

    last<<<1, 256>>>(x, y);
    grid.x = n / 256;
    add<<<grid, block>>>(x);
    add<<<1, 1>>>(x);
}
