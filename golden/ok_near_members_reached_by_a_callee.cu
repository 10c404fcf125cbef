// kpipe: --arch sm_90
// The first member is where the object is: a function comes from one to the other.
constexpr int ROWS = 32;
struct Storage {
    float k[ROWS][64], v[ROWS][64];
    float scores[256];
};

template <class T>
__device__ float score(float (*p)[ROWS][64], int n)
{
    return n > 1000 ? reinterpret_cast<T *>(p)->scores[threadIdx.x] : 1.f;
}
__device__ float last(float (*p)[ROWS][64], int n) { return score<Storage>(p, n); }

__global__ void __launch_bounds__(256)
    attend(const float *__restrict__ k, const float *__restrict__ v, float *out, int n)
{
    __shared__ Storage st;
    auto &keys = st.k;
    float s = 0.f, o = 0.f;

    for (int k0 = 0; k0 < n; k0 += ROWS) {
        for (int i = threadIdx.x; i < ROWS * 64; i += 256)
            st.k[i / 64][i % 64] = k[k0 * 64 + i];
        for (int i = threadIdx.x; i < ROWS * 64; i += 256)
            st.v[i / 64][i % 64] = v[k0 * 64 + i];
        __syncthreads();
        for (int j = 0; j < ROWS; j++)
            s += st.k[j][threadIdx.x % 64];
        st.scores[threadIdx.x] = s;
        __syncwarp();
        for (int j = 0; j < ROWS; j++)
            o += st.scores[threadIdx.x ^ 1] * st.v[j][threadIdx.x / 4];
        __syncthreads();
    }
    out[blockIdx.x * 256 + threadIdx.x] = o + last(&keys, n);
}
