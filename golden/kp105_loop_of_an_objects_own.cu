// How often the method waits is a member of the object, which each thread has made for itself.
struct W { int n; float v;
    __device__ void go() { for (int i = 0; i < n; i++) { __syncthreads(); v += 1; } } };
__global__ void k(const float *a, float *o, int n)
{
    __shared__ float s[128];
    W w{(int)threadIdx.x & 3, 0.0f};
    float sum = 0;
    for (int i = 0; i < n; i += 128) {
        s[threadIdx.x] = a[i + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < 128; j++) sum += s[j] * (j ^ threadIdx.x);
        w.go();
        __syncthreads();
    }
    o[blockIdx.x * 128 + threadIdx.x] = sum + w.v;
}
void f(const float *a, float *o, int n) { k<<<8, 128>>>(a, o, n); }
