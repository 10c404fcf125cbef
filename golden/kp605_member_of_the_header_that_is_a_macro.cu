// The member is a macro, by which the header names a type that a variable of the body hides.
#define step x * (int)sizeof(unit)
typedef char unit[128];

__global__ void __launch_bounds__(128) sums(const float *__restrict__ in, float *__restrict__ out, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += gridDim.step) {
        int unit = k + t;

        tile[t] = in[unit];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (unit + j);
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = sum;
}
void launch(const float *in, float *out, int n)
{
    sums<<<2, 128>>>(in, out, n);
}
