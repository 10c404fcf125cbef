// A register of the element's type would hold half of the double that is read at its place.
__global__ void sums(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        xs[t] = (float)(const double &)x[2 * (k + t)];
        __syncthreads();
        for (int j = 0; j < 128; j++)
            sum += xs[j] * (j + t);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
