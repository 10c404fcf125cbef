// Of four weights three are there. Where the array is aligned, nvcc loads all four at once.
extern "C" __global__ void __launch_bounds__(128)
    beside(const float *__restrict__ x, const float *__restrict__ w, float *__restrict__ y, int n) {
    __shared__ float tile[128], weight[4];
    const int t = threadIdx.x;
    float sum = 0.0f;
    for (int k = 0; k < n; k += 128) {
        tile[t] = x[k + t];
        if (t < 3)
            weight[t] = w[t];
        __syncthreads();
        sum += tile[t] * weight[0] + tile[127 - t] * weight[1] + tile[t ^ 1] * weight[2];
        __syncthreads();
    }
    y[t] = sum;
}
