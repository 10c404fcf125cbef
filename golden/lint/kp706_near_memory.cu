// An array with an index that is not constant lies in memory anyway, and so may one that is handed on.
__global__ void count(const int *__restrict__ x, int *__restrict__ y)
{
    int bins[64] = {};

    for (int i = 0; i < 1000; i++)
        bins[x[i] & 63]++;
    for (int i = 0; i < 64; i++)
        y[i * 512 + threadIdx.x] = bins[i];
}

__device__ void fill(float *v);

__global__ void sum(float *y)
{
    float v[64];
    float s = 0.0f;

    fill(v);
    for (int i = 0; i < 64; i++)
        s += v[i];
    y[threadIdx.x] = s;
}

void run(const int *x, int *y)
{
    count<<<1024, 512>>>(x, y);
    sum<<<1024, 512>>>((float *)y);
}
