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
    __shared__ __align__(128) float kp_xs[2][128];
    int t = threadIdx.x;
    float acc = 0;
    static_assert(static_cast<long long>(Shape::N) == 2 &&
                  static_cast<long long>(Shape::Mode::a) == 3 &&
                  static_cast<long long>(Axis::y) == 1,
                  "kpipe: Shape::N, Shape::Mode::a or Axis::y has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = x[k + t];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        for (int j = 0; j < OPEN CLOSE; j++)
            acc += xs[t ^ j] * Shape::scale(t) * Sealed::scale(j) * along(t) + (PLUS 1);
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        xs[t] = kp_r0;
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += 128; k < n; k += 128) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    out[t] = acc;
}
