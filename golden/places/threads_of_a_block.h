#ifndef THREADS_OF_A_BLOCK_H
#define THREADS_OF_A_BLOCK_H
namespace lib {
constexpr int N = 256;
}
using namespace lib;
#endif
