// Taken for granted: a pointer variable in shared memory points only where its direct assignments say (model/stores.c kp_learn_indirect adds to LOCAL objects only); *pp = w stores into it. Default flags.
__global__ void k(const float *__restrict__ x, float *__restrict__ w, int n) {
    __shared__ float s[128];
    float acc = 0;
    int t = threadIdx.x;
    __shared__ const float *sp; const float **pp = &sp; if (t == 0) { sp = x; *pp = w; } __syncthreads(); const float *p = sp;
    for (int i = 0; i < n; i += 128) {
        s[t] = p[i + t];
        __syncthreads();
        for (int j = 0; j < 128; j++) acc += s[j] * (j ^ t);
        w[i + 128 + t] = acc * 0.01f;
        __syncthreads();
    }
    w[n + 128 + t] = acc;
}
