// kpipe: --arch sm_90
// Behind the reference lies the next row, as long as rows are 33 elements long.
__global__ void __launch_bounds__(256)
    k(const float *__restrict__ A, float *__restrict__ out, int n)
{
    __shared__ float s[64][33];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 32) {
        for (int i = t; i < 64 * 32; i += 256)
            s[i / 32][i % 32] = A[(blockIdx.x * 64 + i / 32) * n + k + i % 32];
        __syncthreads();
        const float &first = s[t % 32][31];
        sum += (&first)[2];
        __syncthreads();
    }
    out[blockIdx.x * 256 + t] = sum;
}
