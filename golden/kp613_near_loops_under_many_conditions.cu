/* Each loop is under a condition of its own, and all is ordered behind it: the check looks at what
 * follows once, for both outcomes. */
__global__ __launch_bounds__(256) void parts(float *__restrict__ out, const float *__restrict__ x, const float *__restrict__ y,
                                           const int *__restrict__ parts, int n, int rows)
{
    __shared__ float xs[16][17], ys[16][17];
    int tx = threadIdx.x, ty = threadIdx.y;
    float sum = 0.0f;

    for (int p = 0; p < rows; p++) {
        if (parts[p * 6 + 0] >= 0) {
            const float *from = x + parts[p * 6 + 0] * n;

            for (int k = 0; k < n; k += 16) {
                int left = n - k < 16 ? n - k : 16;

                if (tx < left)
                    xs[ty][tx] = from[ty * n + k + tx];
                if (ty < left)
                    ys[ty][tx] = y[(k + ty) * n + tx];
                __syncthreads();
                for (int i = 0; i < left; i++)
                    sum += xs[ty][i] * ys[i][tx];
                __syncthreads();
            }
        }
        if (parts[p * 6 + 1] >= 0) {
            const float *from = x + parts[p * 6 + 1] * n;

            for (int k = 0; k < n; k += 16) {
                int left = n - k < 16 ? n - k : 16;

                if (tx < left)
                    xs[ty][tx] = from[ty * n + k + tx];
                if (ty < left)
                    ys[ty][tx] = y[(k + ty) * n + tx];
                __syncthreads();
                for (int i = 0; i < left; i++)
                    sum += xs[ty][i] * ys[i][tx];
                __syncthreads();
            }
        }
        if (parts[p * 6 + 2] >= 0) {
            const float *from = x + parts[p * 6 + 2] * n;

            for (int k = 0; k < n; k += 16) {
                int left = n - k < 16 ? n - k : 16;

                if (tx < left)
                    xs[ty][tx] = from[ty * n + k + tx];
                if (ty < left)
                    ys[ty][tx] = y[(k + ty) * n + tx];
                __syncthreads();
                for (int i = 0; i < left; i++)
                    sum += xs[ty][i] * ys[i][tx];
                __syncthreads();
            }
        }
        if (parts[p * 6 + 3] >= 0) {
            const float *from = x + parts[p * 6 + 3] * n;

            for (int k = 0; k < n; k += 16) {
                int left = n - k < 16 ? n - k : 16;

                if (tx < left)
                    xs[ty][tx] = from[ty * n + k + tx];
                if (ty < left)
                    ys[ty][tx] = y[(k + ty) * n + tx];
                __syncthreads();
                for (int i = 0; i < left; i++)
                    sum += xs[ty][i] * ys[i][tx];
                __syncthreads();
            }
        }
        if (parts[p * 6 + 4] >= 0) {
            const float *from = x + parts[p * 6 + 4] * n;

            for (int k = 0; k < n; k += 16) {
                int left = n - k < 16 ? n - k : 16;

                if (tx < left)
                    xs[ty][tx] = from[ty * n + k + tx];
                if (ty < left)
                    ys[ty][tx] = y[(k + ty) * n + tx];
                __syncthreads();
                for (int i = 0; i < left; i++)
                    sum += xs[ty][i] * ys[i][tx];
                __syncthreads();
            }
        }
        if (parts[p * 6 + 5] >= 0) {
            const float *from = x + parts[p * 6 + 5] * n;

            for (int k = 0; k < n; k += 16) {
                int left = n - k < 16 ? n - k : 16;

                if (tx < left)
                    xs[ty][tx] = from[ty * n + k + tx];
                if (ty < left)
                    ys[ty][tx] = y[(k + ty) * n + tx];
                __syncthreads();
                for (int i = 0; i < left; i++)
                    sum += xs[ty][i] * ys[i][tx];
                __syncthreads();
            }
        }
    }
    out[(blockIdx.x * 16 + ty) * 16 + tx] = sum;
}
