// kpipe: --merge 2x1x2
// A batch with the same weights: their tile is loaded once for the images.
#define T 16
__global__ void layer(const float *__restrict__ X, const float *__restrict__ W, float *__restrict__ Y,
                      int m, int n, int depth)
{
    __shared__ float Xs[T][T];
    __shared__ float Ws[T][T];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * T + ty, col = blockIdx.x * T + tx;
    const float *x = X + blockIdx.z * m * depth;
    float sum = 0.0f;

    for (int k = 0; k < depth; k += T) {
        Xs[ty][tx] = row < m && k + tx < depth ? x[row * depth + k + tx] : 0.0f;
        Ws[ty][tx] = k + ty < depth && col < n ? W[(k + ty) * n + col] : 0.0f;
        __syncthreads();
        for (int i = 0; i < T; i++)
            sum += Xs[ty][i] * Ws[i][tx];
        __syncthreads();
    }
    if (row < m && col < n)
        Y[(blockIdx.z * m + row) * n + col] = sum;
}
