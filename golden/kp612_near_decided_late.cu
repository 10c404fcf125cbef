// A decision that the input makes late (what is stored under old != -1) decides others when it is known from the
// beginning, as it is for the output.
__global__ void k(int b, int n, const float *__restrict__ xyz, int *out)
{
    const int block = 512;
    __shared__ short queue[4096];
    __shared__ short match[4096];
    __shared__ int head, length;
    __shared__ float buf[2048];
    for (int bno = blockIdx.x; bno < b; bno += gridDim.x) {
        for (int k0 = 0; k0 < n; k0 += block) {
            int k1 = min(n, k0 + block);
            for (int k = threadIdx.x; k < (k1 - k0) * 3; k += blockDim.x)
                buf[k] = xyz[bno * n * 3 + k0 * 3 + k];
            __syncthreads();
            for (int j = threadIdx.x; j < n; j += blockDim.x) {
            }
        }
        while (length) {
            int i = queue[head];
            int first = queue[0];
            head -= n;
            int old = match[0];
            if (old != -1) {
                int l = length;
                int tail = head + l;
                length = l + 1;
                queue[tail] = old;
            }
            __syncthreads();
            match[0] = i;
        }
        for (int j = threadIdx.x; j < n; j += blockDim.x)
            out[bno * n + match[j]] = j;
    }
}
