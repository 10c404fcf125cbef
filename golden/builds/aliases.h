#pragma once
#ifndef NUMBER
#define NUMBER float
#endif
using number = int;
typedef const NUMBER *source;
struct sample {
    NUMBER a;
    int b;
};
struct four {
    NUMBER x, y, z, w;
};
namespace mine {
using float4 = four;
}
