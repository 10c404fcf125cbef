// guard through a pointer to what changes
struct P { int lim; };
__global__ void k(const float *__restrict__ A, float *C, int n)
{
    __shared__ float As[64];
    const int t = threadIdx.x;
    float acc = 0.0f;
    P q = {64};
    P *p = &q;
    for (int i = 0; i < n; ++i) {
        if (t < p->lim)
            As[t] = A[i * 64 + t];
        q.lim = 20;
        __syncthreads();
        acc += As[63 - t] * (i + 1);
        __syncthreads();
    }
    C[t] = acc;
}
