// Taken for granted: decltype is spelled decltype (legal/capture.c odd_word); __decltype(s) of a tile is a reference in the output. Default flags.
template <class T> struct len { static const int v = 1; };
template <class T, int N> struct len<T[N]> { static const int v = N; };
__global__ void k(const float *__restrict__ x, float *__restrict__ y, int n) {
    __shared__ float s[128];
    float acc = 0; int t = threadIdx.x;
    for (int i = 0; i < n; i += 128) { s[t] = x[i + t]; __syncthreads(); acc += s[t ^ 5] * len<__decltype(s)>::v; __syncthreads(); }
    y[blockIdx.x * 128 + t] = acc;
}
