// A function stores another pointer in the record, by way of what it is handed: the loads are from there.
struct source {
    const float *p;
    int n;
    __device__ void set(const float *q) { p = q; }
    __device__ void skip(int k) { n -= k; }
};

struct holder {
    source *s;
    __device__ void set(const float *q) const { s->p = q; }
};

__device__ void set_by(source **s, const float *q) { (*s)->p = q; }

__global__ void arrow(const float *__restrict__ x, float *out, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0.0f;
    source s = {x, n};
    source *q = &s;

    q->set(out);
    for (int k = 0; k < n; k += 128) {
        tile[t] = s.p[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (t - j);
        out[k + t] = sum;
        __syncthreads();
    }
}

__global__ void reference(const float *__restrict__ x, float *out, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0.0f;
    source s = {x, n};
    source &r = s;

    r.set(out);
    for (int k = 0; k < n; k += 128) {
        tile[t] = s.p[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (t - j);
        out[k + t] = sum;
        __syncthreads();
    }
}

__global__ void held(const float *__restrict__ x, float *out, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0.0f;
    source s = {x, n};
    const holder h = {&s};

    h.set(out);
    for (int k = 0; k < n; k += 128) {
        tile[t] = s.p[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (t - j);
        out[k + t] = sum;
        __syncthreads();
    }
}

__global__ void twice(const float *__restrict__ x, float *out, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0.0f;
    source s = {x, n};
    source *q = &s;

    set_by(&q, out);
    for (int k = 0; k < n; k += 128) {
        tile[t] = s.p[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (t - j);
        out[k + t] = sum;
        __syncthreads();
    }
}

__global__ void element(const float *__restrict__ x, float *out, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0.0f;
    source s = {x, n};
    source a[2] = {s, s};

    a[1].set(out);
    s = a[1];
    for (int k = 0; k < n; k += 128) {
        tile[t] = s.p[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (t - j);
        out[k + t] = sum;
        __syncthreads();
    }
}

__global__ void bytes(const float *__restrict__ x, float *out, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0.0f;
    source s = {x, n};
    source other = {out, n}, *q = &s;

    memcpy(q, &other, sizeof other);
    for (int k = 0; k < n; k += 128) {
        tile[t] = s.p[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (t - j);
        out[k + t] = sum;
        __syncthreads();
    }
}

__global__ void closure(const float *__restrict__ x, float *out, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0.0f;
    source s = {x, n};
    auto set = [&](source *q) { q->p = out; };
    source *q = &s;

    set(q);
    for (int k = 0; k < n; k += 128) {
        tile[t] = s.p[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (t - j);
        out[k + t] = sum;
        __syncthreads();
    }
}

__global__ void assembly(const float *__restrict__ x, float *out, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0.0f;
    source s = {x, n};

    asm("mov.u64 %0, %1;" : "=l"(s.p) : "l"(out));
    for (int k = 0; k < n; k += 128) {
        tile[t] = s.p[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (t - j);
        out[k + t] = sum;
        __syncthreads();
    }
}
