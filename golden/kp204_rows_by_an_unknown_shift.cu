// kpipe: --variant ldg
// By how much the number is shifted is not known, so what is stored is not told apart from what is read.
__global__ void __launch_bounds__(64) k(const float *A, float *C, int n, int by)
{
    __shared__ float s[64];
    const int t = threadIdx.x;
    float sum = 0;

    for (int i = 0; i < n; ++i) {
        s[t] = A[(i << by) + t];
        __syncthreads();
        for (int j = 0; j < 64; ++j)
            sum += s[j] * (j + t);
        C[(i << by) + t] = sum;
        __syncthreads();
    }
}
