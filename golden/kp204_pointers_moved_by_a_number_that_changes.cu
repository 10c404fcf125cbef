// kpipe: --stages 2
// The number is another one by the time of the test.
__global__ void filtered(float *out, const float *images, const float *filters, int size)
{
    __shared__ float part[16][32];
    int tx = threadIdx.x % 32;
    const int ty = threadIdx.x / 32, image = blockIdx.x % 4;
    images += image * size * 512 + ty * 32 + tx;
    out += image * size * 32 + tx;
    float sum = tx;
    tx = (tx + 1) % 32;
    for (int y = 0; y < size; y++) {
        part[ty][tx] = images[y * 512];
        __syncthreads();
        for (int j = 0; j < 16; j++)
            sum += part[j][tx] * filters[j];
        if (ty == 0)
            out[y * 32] = sum;
        __syncthreads();
    }
}
void launch(float *o, const float *i, const float *f, int s) { filtered<<<4, 512>>>(o, i, f, s); }
