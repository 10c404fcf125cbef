// What the loop declares is measured where the tree shows it; an argument measures a type, and a variable of the function.
template <int N> __device__ float times(int j)
{
    return j * N;
}

__global__ void sums(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float tile[64];
    float sum = 0, norm = 0;

    for (int k = 0; k < n; k++) {
        for (int j = threadIdx.x; j < 64; j += 32) {
            double v = 2;
            tile[j] = x[k * 64 + j] + v;
            norm += times<(int)sizeof(double)>(j) + times<(int)sizeof(norm)>(j) + sizeof(v);
        }
        __syncthreads();
        for (int j = 0; j < 64; j++)
            sum += tile[j] * (j + 1);
        __syncthreads();
    }
    y[threadIdx.x] = sum + norm;
}

void run(const float *x, float *y, int n)
{
    sums<<<1, 32>>>(x, y, n);
}
