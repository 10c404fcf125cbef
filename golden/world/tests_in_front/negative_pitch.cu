// A negative pitch walks through the buffer backwards: its sign is tested.
static __global__ void k(const float *__restrict__ x, float *__restrict__ y, int tiles, int pitch, int from, int behind)
{
    extern __shared__ float pool[];
    float *row = pool + from;
    float *score = pool + behind * 64;
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int b = 0; b < tiles; b++) {
        row[t * pitch] = x[b * blockDim.x + t];
        __syncthreads();
        float v = row[t * pitch];
        score[t] = v + 1.0f;
        sum = sum * 0.5f + score[t];
        __syncthreads();
    }
    y[t] = sum;
}

void run(const float *x, float *y, int tiles, int pitch, int from, int behind)
{
    k<<<1, 32, 128 * sizeof(float)>>>(x, y, tiles, pitch, from, behind);
}
