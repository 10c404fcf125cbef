// Taken for granted: one value of a variable is carried for all readers in compute; here one reader needs the statement that is repeated in compute, a later one the value of a slice statement behind it. Default flags.
__global__ void k(const float *__restrict__ x, float *__restrict__ y, int n) {
    __shared__ float s[128];
    float acc = 0;
    int t = threadIdx.x, off = 0, q;
    for (int i = 0; i < n; i += 128) {
        q = 3 * (i / 128);
        s[t] = x[i + t + q + off];
        __syncthreads();
        for (int j = 0; j < 128; j++) acc += s[j] * q;
        q = (off += 1);
        acc += q * 7;
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = acc;
}
