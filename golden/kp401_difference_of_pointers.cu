// Two places in the tile, as numbers: which of them is the tile's own address nobody can tell.
__global__ void rows(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float s[8][16];
    const int t = threadIdx.x;
    const int pitch = (int)(&s[1][0] - &s[0][0]);
    float acc = 0.0f;

    for (int i = 0; i < n; i += 128) {
        s[t / 16][t % 16] = x[i + t];
        __syncthreads();
        const float *p = &s[0][0];
        for (int j = 0; j < 8; ++j)
            acc += p[j * pitch + (t & 15)] * (j + 1);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = acc;
}
