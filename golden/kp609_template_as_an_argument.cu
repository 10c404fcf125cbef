// An instance may take another form of the template, which nobody sees: none is in sight.
__device__ int reads;
struct odd { const float *p; __device__ float get(int i) const { atomicAdd(&reads, 1); return p[i]; } };
template <class T> struct plain { typedef const T *type; };
template <class T> struct strange { typedef odd type; };
template <class T, template <class U> class Order> struct view {
    typename Order<T>::type data;
    __device__ T get(int i) const { return data[i]; }
};
template <class T> __global__ void sums(const view<T, plain> A, const float *__restrict__ W, float *__restrict__ out, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        tile[t] = A.get(k + t);
        __syncthreads();
        for (int j = 0; j < 128; j++)
            sum += tile[j] * W[(k + j) * 128 + t];
        __syncthreads();
        
    }
    out[blockIdx.x * 128 + t] = sum;
}
