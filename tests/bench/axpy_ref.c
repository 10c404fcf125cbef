/* The CPU reference of the tests' case. */
void axpy_ref(const float *x, float *y, float *z, float a, int n);
void axpy_ref(const float *x, float *y, float *z, float a, int n)
{
    for (int i = 0; i < n; i++) {
        y[i] = (float)((double)a * x[i] + y[i]);
        z[i] = (float)((double)x[i] * x[i]);
    }
}
