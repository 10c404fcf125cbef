// As flow_into_a_switch, elements of an array. Default flags.
__global__ void k(const float *__restrict__ x, float *__restrict__ y, int n) {
    __shared__ float s[128];
    float acc = 0;
    int t = threadIdx.x;
    int v[2];
    for (int i = 0; i < n; i += 128) {
        v[0] = i; v[1] = t; s[t] = x[v[0] + v[1]];
        __syncthreads();
        switch (i & 128) { case 0: v[0] = 3; v[1] = 4; default: acc += v[0]; }for (int j = 0; j < 128; j++) acc += s[j] * (j ^ t);
        __syncthreads();
    }
    
    y[blockIdx.x * 128 + t] = acc;
}
