// Shared memory of the body stands in front of the lambdas in the output: ws[1] behind the loop is still
// the variable around it.
__global__ void gemv(const float *__restrict__ A, const float *__restrict__ x,
                     float *__restrict__ y, int n)
{
    const int t = threadIdx.x;
    float sum = 0, ws[2] = {1, 2};

    {
        for (int k = 0; k < n; k += 128) {
            __shared__ float xs[128], ws[4];

            xs[t] = x[k + t];
            if (t < 4)
                ws[t] = k;
            __syncthreads();
            for (int j = 0; j < 128; ++j)
                sum += A[(k + j) * 128 + t] * xs[j] * ws[j % 4];
            __syncthreads();
        }
        sum += ws[1];
    }
    y[t] = sum;
}
