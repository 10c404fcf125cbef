// As shared_pointer_set_by_a_pointer: a record in shared memory whose pointer is set by way of q->p; its copy is followed. Default flags.
struct S { const float *p; };
__global__ void k(const float *__restrict__ x, float *__restrict__ w, int n) {
    __shared__ float s[128];
    float acc = 0;
    int t = threadIdx.x;
    __shared__ S sp; if (t == 0) { sp.p = x; S *q = &sp; q->p = w; } __syncthreads(); S c = sp; const float *p = c.p;
    for (int i = 0; i < n; i += 128) {
        s[t] = p[i + t];
        __syncthreads();
        for (int j = 0; j < 128; j++) acc += s[j] * (j ^ t);
        w[i + 128 + t] = acc * 0.01f;
        __syncthreads();
    }
    w[n + 128 + t] = acc;
}
