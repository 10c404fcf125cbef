// Taken for granted: members of other names are other bytes (distinct.c differ), also of a union; two cp.async to one element. --shape ring --stages 3 --variant cp-async, or --variant cp-async
union u { float a; float b; };
__global__ void k(const float *__restrict__ x, float *__restrict__ y, int n) {
    __shared__ union u s[128];
    float acc = 0;
    int t = threadIdx.x;
    for (int i = 0; i < n; i += 128) {
        s[t].a = x[i + t];
        s[t].b = x[i + t + 1];
        __syncthreads();
        for (int j = 0; j < 128; j++) acc += s[j].a * (j ^ t);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = acc;
}
