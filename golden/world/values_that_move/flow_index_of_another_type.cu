// Taken for granted: ((int2 *)v)[1] is element 1 of int v[4] (flow.c range_of ignores el.unit): v[1] counts as overwritten by compute and is shared with the load phase. Default flags.
__global__ void k(const float *__restrict__ x, float *__restrict__ y, int n) {
    __shared__ float s[128];
    float acc = 0;
    __align__(16) int v[4] = {0, 0, 0, 0};
    int t = threadIdx.x;
    for (int i = 0; i < n; i += 128) {
        v[0] = i; v[1] = i / 128; v[2] = t; v[3] = 1;
        s[t] = x[v[0] + v[1] + v[2] + v[3]];
        __syncthreads();
        v[0] = 3;
        ((int2 *)v)[1] = make_int2(2, 3);
        for (int j = 0; j < 128; j++) acc += s[j] * v[1] + v[0] * v[2];
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = acc;
}
