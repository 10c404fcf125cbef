#ifdef min
#undef min
#endif
