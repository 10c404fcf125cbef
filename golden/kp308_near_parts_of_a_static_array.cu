// kpipe: --variant ldg
// The same in an array of known size, in a template: what holds in all instances in sight.
template <int DIM>
__global__ void __launch_bounds__(64) mix(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float buffer[16 * DIM + 64 * 2];
    float *rows = buffer, *sums = buffer + 16 * DIM;
    const int t = threadIdx.x;
    float s = 0.0f;

    for (int k = 0; k < n; k += 16) {
        for (int i = t; i < 16 * DIM; i += 64)
            rows[i] = A[k * DIM + i];
        __syncthreads();
        sums[t] = rows[t] + rows[(t + DIM) % (16 * DIM)];
        sums[64 + t] = rows[t] - s;
        __syncthreads();
        s += sums[63 - t] * sums[127 - t];
        __syncthreads();
    }
    C[blockIdx.x * 64 + t] = s;
}

void run(const float *A, float *C, int n)
{
    mix<32><<<4, 64>>>(A, C, n);
    mix<16><<<4, 64>>>(A, C, n);
}
