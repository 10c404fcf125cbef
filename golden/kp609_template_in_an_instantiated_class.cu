// kpipe: --stages 2
// A class template in a class that is instantiated: none of its own instances is.
template <class T> struct outer {
    template <class U> struct inner {
        void go(U *x, int n);
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

template <class T>
template <class U>
void outer<T>::inner<U>::go(U *x, int n)
{
    sums<U><<<1, 256>>>((pair_of<U> *)x, n);
}
template struct outer<double>;
