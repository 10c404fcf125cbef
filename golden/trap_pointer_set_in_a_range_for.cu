// The variable of the loop is all elements of the array.
struct Source {
    const float *p;
    int n;
};

__global__ void running(const float *__restrict__ x, float *out, int K)
{
    __shared__ float s[128];
    int t = threadIdx.x;
    float acc = 0;
    Source all[2] = {{x, 1}, {x, 1}};
    for (Source &q : all)
        q.p = out;
    for (int k = 0; k < K; k += 128) {
        s[t] = all[1].p[k + t];
        __syncthreads();
        acc += s[127 - t];
        out[k + 255 - t] = acc;
        __syncthreads();
    }
}
