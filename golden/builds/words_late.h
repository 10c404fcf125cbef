#ifndef LATE_DONE
#ifdef LATE_OTHER
typedef unsigned short word;
#else
typedef unsigned word;
#endif
#define LATE_OTHER

#define DEPRECATED(declaration, hint) declaration __attribute__((deprecated(hint)))
DEPRECATED(static word first_word(const float *x, int n, int t), "use another");
typedef struct {
    word low, high;
} words;
typedef void (*callback)(words *sum);
struct handle final {
    word of;
    handle &operator=(const handle &) = delete;
    bool operator<(const handle &other) const { return of < other.of; }
    friend bool operator==(const handle &a, const handle &b) { return a.of == b.of; }
};
#define LATE_DONE
#endif
