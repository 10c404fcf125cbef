// What an assertion names is said by its full name; a piece of an expression is no constant.
#define OPEN (16
#define CLOSE )
#define PLUS 16 +
struct Shape {
    enum { N = 2 };
    enum class Mode { a = 3 };
    __device__ static float scale(int t) { return t > N ? (int)Mode::a : 1.0f; }
};
class Sealed {
    enum { N = 2 };

  public:
    __device__ static float scale(int t) { return t > N ? 1.0f : 1.5f; }
};
enum class Axis { x, y };
__device__ inline float along(int t) { return t == (int)Axis::y ? 2.0f : 1.0f; }

__global__ void sums(const float *__restrict__ x, float *__restrict__ out, int n)
{
    __shared__ float xs[128];
    int t = threadIdx.x;
    float acc = 0;
    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < OPEN CLOSE; j++)
            acc += xs[t ^ j] * Shape::scale(t) * Sealed::scale(j) * along(t) + (PLUS 1);
        __syncthreads();
    }
    out[t] = acc;
}
