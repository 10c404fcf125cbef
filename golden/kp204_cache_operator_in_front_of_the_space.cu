// A store with a cache operator in front of the space is a store: it may reach what the next tile is loaded from.
__global__ void relax(const float *x, float *y, const int *__restrict__ to, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        float sum = 0.0f;
        for (int j = 0; j < 128; ++j)
            sum += (j ^ t) * xs[j];
        asm volatile("st.cg.global.f32 [%0], %1;" ::"l"(y + to[k + t]), "f"(sum));
        __syncthreads();
    }
}
