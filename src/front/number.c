#include "front/number.h"

bool kp_compute(enum kp_op op, bool is_unsigned, int64_t bytes, int64_t x, int64_t y, int64_t *out)
{
    uint64_t a = (uint64_t)x, c = (uint64_t)y;

    switch (op) {
    case KP_OP_ADD:
        *out = (int64_t)(a + c);
        return true;
    case KP_OP_SUB:
        *out = (int64_t)(a - c);
        return true;
    case KP_OP_MUL:
        *out = (int64_t)(a * c);
        return true;
    case KP_OP_DIV:
    case KP_OP_REM:
        if (y == 0 || (y == -1 && !is_unsigned && x == INT64_MIN))
            return false;
        if (op == KP_OP_DIV)
            *out = is_unsigned ? (int64_t)(a / c) : x / y;
        else
            *out = is_unsigned ? (int64_t)(a % c) : x % y;
        return true;
    case KP_OP_AND:
        *out = x & y;
        return true;
    case KP_OP_OR:
        *out = x | y;
        return true;
    case KP_OP_XOR:
        *out = x ^ y;
        return true;
    case KP_OP_SHL:
    case KP_OP_SHR:
        if (y < 0 || y >= 8 * bytes)
            return false;
        if (op == KP_OP_SHL)
            *out = (int64_t)(a << y);
        else
            *out = is_unsigned ? (int64_t)(a >> y) : x >> y;
        return true;
    case KP_OP_LT:
        *out = is_unsigned ? a < c : x < y;
        return true;
    case KP_OP_LE:
        *out = is_unsigned ? a <= c : x <= y;
        return true;
    case KP_OP_GT:
        *out = is_unsigned ? a > c : x > y;
        return true;
    case KP_OP_GE:
        *out = is_unsigned ? a >= c : x >= y;
        return true;
    case KP_OP_EQ:
        *out = x == y;
        return true;
    case KP_OP_NE:
        *out = x != y;
        return true;
    default:
        return false;
    }
}
