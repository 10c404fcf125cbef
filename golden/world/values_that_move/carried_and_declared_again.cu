// As carried_beside_repeated, with the variable declared in the body: parameter q and a declaration of q in the same block; nvcc refuses the output. Default flags.
__global__ void k(const float *__restrict__ x, float *__restrict__ y, int n) {
    __shared__ float s[128];
    float acc = 0;
    int t = threadIdx.x, off = 0;
    for (int i = 0; i < n; i += 128) {
        int q = 3 * (i / 128);
        s[t] = x[i + t + q + off];
        __syncthreads();
        for (int j = 0; j < 128; j++) acc += s[j] * q;
        q = (off += 1);
        acc += q * 7;
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = acc;
}
