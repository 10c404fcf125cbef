// kpipe: --stages 2
// What memory has, by a name.
__global__ void filtered(float *out, const float *images, const float *filters, const int *at, int size)
{
    __shared__ float part[16][32];
    const int tx = threadIdx.x % 32, ty = threadIdx.x / 32, image = blockIdx.x % 4;
    const int more = at[threadIdx.x];
    images += more + image * size * 512 + ty * 32 + tx;
    out += image * size * 32 + tx;
    float sum = 0;
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
void launch(float *o, const float *i, const float *f, const int *a, int s) { filtered<<<4, 512>>>(o, i, f, a, s); }
