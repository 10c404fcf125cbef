// Names that ## makes are not seen by emit/names.c kp_names_new, so the closure parameter for the stage hides the user variable. default: wrong values; ring: does not compile
#define P(a) kp_##a
__global__ void k(const float *__restrict__ x, float *__restrict__ y, int n) {
    __shared__ float s[128];
    int t = threadIdx.x; float acc = 0, P(stage) = 3;
    for (int i = 0; i < n; i += 128) {
        s[t] = x[i + t];
        __syncthreads();
        for (int j = 0; j < 128; j++) acc += s[j] * P(stage);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = acc;
}
