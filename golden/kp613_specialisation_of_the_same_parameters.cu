// kpipe: --variant single
// A template and its specialisation have parameters of the same types: which of the two the written loop would be compared with is
// not known.
template <int ROWS>
__global__ void distances(int n, int n_atoms, const double *x, const double *y, double *out)
{
    __shared__ double2 points[32];
    const int blocks = (n + 31) / 32;
    const double c = threadIdx.x;

    for (int i = blockIdx.y; i < blocks; i += gridDim.y) {
        const int from = i * 32 + threadIdx.x;
        if (from < n) {
            points[threadIdx.x].x = x[from];
            points[threadIdx.x].y = y[from];
        }
        __syncthreads();
        for (int k = threadIdx.y; k < 32; k += ROWS) {
            const int at = i * 32 + k;
            const double rx = points[k].x - c, ry = points[k].y - c;
            if (at < n)
                out[at * n_atoms + threadIdx.x] = sqrt(rx * rx + ry * ry);
        }
        __syncthreads();
    }
}

template <>
__global__ void distances<8>(int n, int n_atoms, const double *x, const double *y, double *out)
{
    out[threadIdx.x] = x[0];
}

void run(int n, int n_atoms, const double *x, const double *y, double *out, cudaStream_t stream)
{
    distances<16><<<dim3(1, 4), dim3(32, 16), 0, stream>>>(n, n_atoms, x, y, out);
    distances<8><<<1, 32, 0, stream>>>(n, n_atoms, x, y, out);
}
