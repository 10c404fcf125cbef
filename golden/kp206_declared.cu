// What is stored through the pointer that the tile is loaded from meets it, whatever is declared.
__global__ void __launch_bounds__(64) running(float *in, int n)
{
    __shared__ float tile[64];

    for (int i0 = 0; i0 < n; i0 += 64) {
        tile[threadIdx.x] = in[i0 + threadIdx.x];
        __syncthreads();
        in[i0 + 64 + threadIdx.x] = tile[63 - threadIdx.x];
        __syncthreads();
    }
}
