// The device-wide algorithms of CUB are the host's. Where they are known the file has no error, and its instances are all that there are.
#include <cub/cub.cuh>

template <typename T> struct rows {
    T *x, *y;
};

template <typename T> __global__ void sums(rows<T> r, int n)
{
    __shared__ T tile[256];
    T sum = 0;

    for (int k = 0; k < n; k += 256) {
        tile[threadIdx.x] = r.x[k + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < 256; ++j)
            sum += tile[j];
        __syncthreads();
    }
    r.y[threadIdx.x] = sum;
}

template <typename T> class run {
public:
    void go(int n);
    rows<T> r;
    void *space;
    size_t bytes;
};

template <typename T> void run<T>::go(int n)
{
    sums<T><<<1, 256>>>(r, n);
    cub::DeviceReduce::Sum(space, bytes, r.y, r.y + 256, 256);
    cub::DeviceScan::ExclusiveSum(space, bytes, r.y, r.x, 256);
    cub::DeviceRadixSort::SortKeys(space, bytes, r.y, r.x, 256);
}

template class run<float>;
