#ifdef FORGETS
#undef PROGRAM_PORT
#endif
