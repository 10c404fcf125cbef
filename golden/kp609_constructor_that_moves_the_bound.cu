// The object's constructor takes the bound by reference and gives every thread its own.
struct part {
    int first;
    __device__ part(int &n) : first(n) { n = n - (int)threadIdx.x; }
};

__global__ void gemv(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    const part mine(n);
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        sum += xs[127 - t];
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum + mine.first;
}
