/* Directed rounding of doubles: rare enough that the processor's rounding mode may change. */
#include "simt/num.h"

#include <fenv.h>

static const int modes[] = {FE_TONEAREST, FE_TOWARDZERO, FE_DOWNWARD, FE_UPWARD};

/* The volatile copies keep the operation between the two changes of mode. */
#define ROUNDED(mode, expr)                                                                        \
    volatile double r;                                                                             \
    fesetround(modes[mode]);                                                                       \
    r = (expr);                                                                                    \
    fesetround(FE_TONEAREST);                                                                      \
    return r

double kp_add_f64(double a, double b, enum num_round mode)
{
    volatile double x = a, y = b;

    ROUNDED(mode, x + y);
}

double kp_mul_f64(double a, double b, enum num_round mode)
{
    volatile double x = a, y = b;

    ROUNDED(mode, x * y);
}

double kp_fma_f64(double a, double b, double c, enum num_round mode)
{
    volatile double x = a, y = b, z = c;

    ROUNDED(mode, fma(x, y, z));
}

double kp_div_f64(double a, double b, enum num_round mode)
{
    volatile double x = a, y = b;

    ROUNDED(mode, x / y);
}

double kp_sqrt_f64(double a, enum num_round mode)
{
    volatile double x = a;

    ROUNDED(mode, sqrt(x));
}
