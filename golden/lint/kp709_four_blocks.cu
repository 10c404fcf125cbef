// Four blocks: four SMs work, and a GPU has dozens.
__global__ void add(float *x)
{
    for (int i = blockIdx.x * 256 + threadIdx.x; i < 1 << 20; i += 1024)
        x[i] += 1.0f;
}

void run(float *x)
{
    add<<<4, 256>>>(x);
}
