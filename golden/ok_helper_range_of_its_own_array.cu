// What a loop goes through by its name alone is needed where the loop is: the array of the range.
__device__ void ld(float *d, const float *p, int i) { int o[2] = {1, 2}; for (int q : o) i += q; d[threadIdx.x] = p[i]; }
__global__ void k(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float s[128];
    int t = threadIdx.x;
    float acc = 0.f;

    for (int i = 0; i < n; i += 128) {
        ld(s, x, i + t);
        __syncthreads();
        for (int j = 0; j < 128; ++j) acc += s[j] * (j + 1);
        
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = acc;
}
