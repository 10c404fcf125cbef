// The last rows and columns are fewer than 16, by a condition on sizes of 64 bits.
__global__ void products(size_t n1, const float *a, size_t n2, const float *b, float *c)
{
    __shared__ float left[16], right[16];
    size_t i, in, j, jn, m;
    const size_t t = threadIdx.x;

    for (j = blockIdx.y * 16; j < n2; j += gridDim.y * 16) {
        if (j + 16 > n2)
            jn = n2 - j;
        else
            jn = 16;
        if (t < jn)
            right[t] = b[j + t];
        for (i = blockIdx.x * 16; i < n1; i += gridDim.x * 16) {
            in = i + 16 > n1 ? n1 - i : 16;
            if (t < in)
                left[t] = a[i + t];
            __syncthreads();
            for (m = 0; m < jn; m++)
                if (t < in)
                    c[(j + m) * n1 + i + t] += left[t] * right[m];
            __syncthreads();
        }
    }
}
