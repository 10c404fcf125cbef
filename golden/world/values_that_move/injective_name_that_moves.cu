// Taken for granted: in an index only the copy loops' variables and single definitions change from trip to trip (injective.c changes); p is stepped in the loop's body, so two asynchronous copies of a thread hit one element. Default flags.
__global__ void k(const float *__restrict__ x, float *__restrict__ y, int n) {
    __shared__ float s[256];
    float acc = 0;
    int t = threadIdx.x;
    
    for (int i = 0; i < n; i += 128) {
        int p = 0; for (int j = 0; j < 2; j++) { s[t * 2 + j + p] = x[i + t * 2 + j]; p--; }
        __syncthreads();
        for (int j = 0; j < 256; j += 2) acc += s[j] * (j ^ t);
        __syncthreads();
    }
    
    y[blockIdx.x * 128 + t] = acc;
}
