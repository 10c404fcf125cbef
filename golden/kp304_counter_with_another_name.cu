// The inner loop's own counter has a second name, by which a trip is left out.
__global__ void sums(const float *__restrict__ A, float *__restrict__ y, int n)
{
    __shared__ float As[128];
    const int t = threadIdx.x;
    float acc = 0.0f;
    int v[2] = {0, 0};

    for (int k = 0; k < n; k += 128) {
        v[1] = k;
        As[t] = A[v[1] + t];
        __syncthreads();
        for (int c = 0, *e = &c; c < 2; c++) {
            v[c] = 5;
            *e = 1;
        }
        for (int j = 0; j < 128; j++)
            acc += As[j] * v[1] + v[0];
        __syncthreads();
    }
    y[t] = acc;
}
