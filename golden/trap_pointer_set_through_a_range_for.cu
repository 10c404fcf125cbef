// The variable of the loop holds what the array holds.
struct Source {
    const float *p;
    int n;
};

__global__ void running(const float *__restrict__ x, float *out, int K)
{
    __shared__ float s[128];
    int t = threadIdx.x;
    float acc = 0;
    Source q = {x, 1}, *all[1] = {&q};
    for (Source *r : all)
        r->p = out;
    for (int k = 0; k < K; k += 128) {
        s[t] = q.p[k + t];
        __syncthreads();
        acc += s[127 - t];
        out[k + 255 - t] = acc;
        __syncthreads();
    }
}
