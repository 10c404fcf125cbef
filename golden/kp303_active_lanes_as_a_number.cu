// The number says which lanes are here: it depends on where the compiler lets them meet.
__global__ void sums(const float *__restrict__ a, float *__restrict__ out, int n)
{
    __shared__ float as[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        if (t < 128 && __activemask() == 0xffffffffu)
            as[t] = a[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += as[j] * as[(j + t) % 128];
        __syncthreads();
    }
    out[blockIdx.x * 256 + t] = sum;
}
void launch(const float *a, float *o, int n) { sums<<<4, 256>>>(a, o, n); }
