// kpipe: --stages 2
// A variable of kpipe's own would have the constructor, which waits for the block.
struct v3 { union { float x, r; }; union { float y, g; }; union { float z, b; };
 __device__ v3() { asm volatile("bar.sync 0;"); }
 __device__ v3(float a, float b, float c) : x(a), y(b), z(c) {} };
__device__ v3 operator-(v3 const &a, v3 const &b) { return v3(a.x - b.x, a.y - b.y, a.z - b.z); }
__global__ void k(const v3 *__restrict__ x, float *__restrict__ out, int n)
{
    __shared__ __align__(16) float raw[128 * 3]; v3 *tile = (v3 *)raw;
    const int t = threadIdx.x;
    float sum = 0.0f;
    for (int i = 0; i < n; i += 128) {
        tile[t] = x[i + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j) {
            v3 d = tile[j] - tile[t];
            sum += d.x * d.y; }
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = sum;
}
