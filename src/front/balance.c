#include <string.h>

#include "front/front.h"
#include "front/lex.h"

bool kp_is_unbalanced(const struct kp_file *f)
{
    static const char brackets[] = "()[]{}";
    long open[3] = {0};

    for (uint32_t at = f->bom; at < f->size;) {
        struct kp_token t = kp_lex(f->text, at, f->size);
        const char *found = t.kind == KP_TOKEN_PUNCT && t.end == t.begin + 1
                                ? strchr(brackets, f->text[t.begin])
                                : NULL;

        if (t.kind == KP_TOKEN_END)
            break;
        if (found)
            open[(found - brackets) / 2] += (found - brackets) % 2 ? -1 : 1;
        at = t.end;
    }
    return open[0] || open[1] || open[2];
}
