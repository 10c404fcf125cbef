// kpipe: --stages 2
// Rows are read at another distance than they are filled.
__global__ void nearest(const float *__restrict__ points, const float *__restrict__ centres, int *labels, int n, int many, int length, int pitch)
{
    __shared__ float rows[2048];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float best = 1.0e30f;
    int label = -1;

    for (int first = 0; first < many; first += 32) {
        int count = min(32, many - first);
        for (int t = threadIdx.x; t < count * length; t += blockDim.x)
            rows[t] = centres[first * length + t];
        __syncthreads();
        for (int q = 0; q < count && i < n; q++) {
            float sum = 0.0f;
            for (int f = 0; f < length; f++) {
                float d = points[i * length + f] - rows[q * pitch + f];
                sum += d * d;
            }
            if (sum < best) {
                best = sum;
                label = first + q;
            }
        }
        __syncthreads();
    }
    if (i < n)
        labels[i] = label;
}
