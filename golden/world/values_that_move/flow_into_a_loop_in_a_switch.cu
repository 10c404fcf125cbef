// As flow_into_a_switch: a label in a loop in the switch. Default flags.
__global__ void k(const float *__restrict__ x, float *__restrict__ y, int n) {
    __shared__ float s[128];
    float acc = 0;
    int t = threadIdx.x;
    int q;
    for (int i = 0; i < n; i += 128) {
        q = i / 128; s[t] = x[i + t + q];
        __syncthreads();
        int c = 2; switch (i & 128) { case 0: do { q = 3; default: acc += q; } while (--c > 0); }for (int j = 0; j < 128; j++) acc += s[j] * (j ^ t);
        __syncthreads();
    }
    
    y[blockIdx.x * 128 + t] = acc;
}
