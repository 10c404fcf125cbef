// A copy of the object reads the member that is volatile, too.
struct sample {
    volatile float stamp;
    float value;
};

__global__ void __launch_bounds__(64) of_a_variable(const sample *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float tile[64];
    const int t = threadIdx.x;
    float sum = 0;

    for (int k = 0; k < n; k++) {
        const sample one = A[k * 64 + t];
        tile[t] = one.value;
        __syncthreads();
        for (int j = 0; j < 64; j++)
            sum += tile[j];
        __syncthreads();
    }
    C[blockIdx.x * 64 + t] = sum;
}
