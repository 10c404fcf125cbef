// A register's type is written by its bare name where a variable of the kernel hides it (struct P): output does not compile. default. (kernel k0 is the one)
struct P { float a; };
__global__ void k0(const P *__restrict__ x, float *__restrict__ y, int n) {
    int P = 3;
    __shared__ struct P s[128];
    int t = threadIdx.x; float acc = 0;
    for (int i = 0; i < n; i += 128) {
        s[t] = x[i + t];
        __syncthreads();
        for (int j = 0; j < 128; j++) acc += s[j].a * (j + P);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = acc;
}
__global__ void k(const float *__restrict__ x, float *__restrict__ y, int n) { y[blockIdx.x * 128 + threadIdx.x] = 0; }
