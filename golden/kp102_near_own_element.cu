// Every thread reads only what it wrote itself: no other thread refills it, so the barrier that is
// missing behind the use is missed by nobody.
__global__ void scaled_sum(const float *__restrict__ x, float *__restrict__ out, int n)
{
    __shared__ float mine[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int i = 0; i < n; i += 128) {
        mine[t] = x[i + t];
        __syncthreads();
        sum += mine[t] * mine[t];
    }
    out[blockIdx.x * 128 + t] = sum;
}
