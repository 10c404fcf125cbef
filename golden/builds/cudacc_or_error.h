#ifdef __CUDACC__
struct rows {
    const float *p;
    int first;
    __device__ const float &operator[](int i) const { return p[first + i]; }
};
#else
#include <vector>
typedef std::vector<float> rows;
#endif
#ifdef STEP
#error "one by one only"
#else
typedef rows row_list;
#endif
