#ifndef B_H
#define B_H
struct part {
    float x, y;
#ifdef HEX
    float z;
#endif
};
#endif
