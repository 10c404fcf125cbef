// An increment between elements is often one: nobody can say.
__global__ void scale(float *x, int incx, int n, float a)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        x[i * incx] *= a;
}
