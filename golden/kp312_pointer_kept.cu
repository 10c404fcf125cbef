// The offset is state of the load phase, and what stands behind the loop reads it by another name: there
// it has the value of the last iteration, compute's own assignment included.
__global__ void gather(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float s[128];
    const int t = threadIdx.x;
    float acc = 0.0f;
    int off = 0, *last = &off;

    for (int i = 0; i < n; i += 128) {
        off = (i / 128 * 3) & 31;
        s[t] = x[i + t + off];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            acc += s[j] * (j + 1);
        if ((i / 128 & 1) == 0)
            off = 99;
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = acc + *last;
}
