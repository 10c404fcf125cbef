// kpipe: --shape ring --stages 3
// That the kernel can be launched from elsewhere is no reason: its twin cannot have the ring either.
template <typename T>
__global__ void sums(const T *__restrict__ A, float *__restrict__ C, int n)
{
    extern __shared__ float as[];
    const int t = threadIdx.x;
    float sum = 0;

    for (int k = 0; k < n; k += blockDim.x) {
        as[t] = k + t < n ? A[k + t] : T(0);
        __syncthreads();
        for (int j = 0; j < blockDim.x; ++j)
            sum += as[j] * (j ^ t);
        __syncthreads();
    }
    C[blockIdx.x * blockDim.x + t] = sum;
}

void run(const float *A, float *C, int n)
{
    sums<float><<<n / 256, 256, 256 * sizeof(float)>>>(A, C, n);
}
