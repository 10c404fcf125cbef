// Even lanes and odd lanes do different work, one after the other.
__global__ void rotate(const float *__restrict__ re, const float *__restrict__ im,
                       float *__restrict__ out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (threadIdx.x % 2 == 0) {
        float a = re[i], b = im[i];
        out[i] = a * a - b * b;
    } else {
        float a = re[i - 1], b = im[i - 1];
        out[i] = 2 * a * b;
    }
}
