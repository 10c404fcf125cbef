// Values that change places: a choice of choices, with many ways to each value.
__global__ void k(const float *a, const int *c, float *out, int n)
{
    __shared__ float s[128];
    const int t = threadIdx.x;
    double p = 0; float x = t, y = t + 1;
    for (int k = 0; k < n; k += 128) {
        s[t] = a[k + t];
        __syncthreads();
        if (c[0] < t) { float z = x; x = y; y = z; }
        if (c[1] < t) { float z = x; x = y; y = z; }
        if (c[2] < t) { float z = x; x = y; y = z; }
        if (c[3] < t) { float z = x; x = y; y = z; }
        if (c[4] < t) { float z = x; x = y; y = z; }
        if (c[5] < t) { float z = x; x = y; y = z; }
        if (c[6] < t) { float z = x; x = y; y = z; }
        if (c[7] < t) { float z = x; x = y; y = z; }
        if (c[8] < t) { float z = x; x = y; y = z; }
        if (c[9] < t) { float z = x; x = y; y = z; }
        if (c[10] < t) { float z = x; x = y; y = z; }
        if (c[11] < t) { float z = x; x = y; y = z; }
        if (c[12] < t) { float z = x; x = y; y = z; }
        if (c[13] < t) { float z = x; x = y; y = z; }
        if (c[14] < t) { float z = x; x = y; y = z; }
        if (c[15] < t) { float z = x; x = y; y = z; }
        if (c[16] < t) { float z = x; x = y; y = z; }
        if (c[17] < t) { float z = x; x = y; y = z; }
        if (c[18] < t) { float z = x; x = y; y = z; }
        if (c[19] < t) { float z = x; x = y; y = z; }
        if (c[20] < t) { float z = x; x = y; y = z; }
        if (c[21] < t) { float z = x; x = y; y = z; }
        if (c[22] < t) { float z = x; x = y; y = z; }
        if (c[23] < t) { float z = x; x = y; y = z; }
        if (c[24] < t) { float z = x; x = y; y = z; }
        if (c[25] < t) { float z = x; x = y; y = z; }
        if (c[26] < t) { float z = x; x = y; y = z; }
        if (c[27] < t) { float z = x; x = y; y = z; }
        if (c[28] < t) { float z = x; x = y; y = z; }
        if (c[29] < t) { float z = x; x = y; y = z; }
        p = x; out[k + t] = y;
        for (int j = 0; j < 128; ++j)
            p += s[j] * x;
        __syncthreads();
    }
    out[t] = p;
}
