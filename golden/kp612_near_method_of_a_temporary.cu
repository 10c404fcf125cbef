// The method's object has no name: it is what it was made of.
struct Q { float x, y; };
struct T { float v; __device__ Q q() const { return Q{v, v * 2}; } };
__global__ void f(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float s[128];
    float sum = 0;
    for (int k = 0; k < n; k += 128) {
        Q q = T{A[k + threadIdx.x]}.q();
        s[threadIdx.x] = q.x + q.y;
        __syncthreads();
        for (int i = 0; i < 128; i++)
            sum += s[i];
        __syncthreads();
    }
    C[threadIdx.x] = sum;
}
