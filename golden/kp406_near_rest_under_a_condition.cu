// kpipe: --stages 2
// There is a rest where n is no multiple: all of it is under the condition.
#define B 128
__global__ void pulls(float *out, const float *__restrict__ x, const float *__restrict__ at, int n,
                      int rounds)
{
    __shared__ float near[B];
    const int t = threadIdx.x;
    for (int r = 0; r < rounds; r++) {
        const int i = (blockIdx.x * rounds + r) * B + t;
        const float mine = at[i];
        float sum = 0;
        for (int k = 0; k < n / B; k++) {
            near[t] = x[k * B + t];
            __syncthreads();
            for (int j = 0; j < B; j++)
                sum += near[j] * mine;
            __syncthreads();
        }
        if (n % B) {
            near[t] = x[n / B * B + t];
            __syncthreads();
            for (int j = 0; j < n % B; j++)
                sum += near[j] * mine;
            __syncthreads();
        }
        out[i] = sum;
    }
}
void launch(float *o, const float *x, const float *a, int n, int rounds)
{
    pulls<<<n / B / rounds, B>>>(o, x, a, n, rounds);
}
