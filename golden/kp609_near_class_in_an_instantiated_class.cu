// kpipe: --stages 2
// Methods of classes in a class template launch the kernel: one class is instantiated alone, the others with the class
// around them.
template <class T> struct outer {
    struct first {
        void go(T *x, int n);
    };
    struct second {
        void go(T *x, int n);
    };
};
template <class T> struct pair_of {
    T a, b;
};

template <class T> __global__ void sums(pair_of<T> *x, int n)
{
    __shared__ T t[256];
    T s = 0;

    for (int i = 0; i < n; ++i) {
        t[threadIdx.x] = x[i * 256 + threadIdx.x].a;
        __syncthreads();
        for (int j = 0; j < 256; ++j)
            s += t[j];
        __syncthreads();
    }
    x[threadIdx.x].b = s;
}

template <class T> __global__ void products(const pair_of<T> *x, pair_of<T> *y, int n)
{
    __shared__ T t[256];
    T s = 1;

    for (int i = 0; i < n; ++i) {
        t[threadIdx.x] = x[i * 256 + threadIdx.x].a;
        __syncthreads();
        for (int j = 0; j < 256; ++j)
            s *= t[j];
        __syncthreads();
    }
    y[threadIdx.x].b = s;
}

template <class T> void outer<T>::first::go(T *x, int n) { sums<T><<<1, 256>>>((pair_of<T> *)x, n); }
template <class T> void outer<T>::second::go(T *x, int n)
{
    products<T><<<1, 256>>>((pair_of<T> *)x, (pair_of<T> *)x + 256 * n, n);
}
template struct outer<float>::first;
template struct outer<double>;
