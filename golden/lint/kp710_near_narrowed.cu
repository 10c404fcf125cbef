// Floats, and literals that the compiler makes floats of: the bits are the same.
__global__ void smooth(const float *__restrict__ x, float *__restrict__ y, const double *__restrict__ z,
                       double *__restrict__ w)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    y[i] = x[i] * 0.1f;
    y[i] = x[i] * 2.0;
    y[i] *= 0.5;
    if (x[i] > 1.0)
        y[i] = 3.0;
    w[i] = z[i] * 0.1;
}
