#include "cmd/page.h"

#include <string.h>

#include "build/tool.h"
#include "util/replace.h"

struct kp_page kp_page_of(const struct kp_settings *s, const char *subject)
{
    return kp_page_new(s->arena, s->command->name, s->argc, s->argv, subject);
}

void kp_page_compiler(const struct kp_settings *s, struct kp_page *p)
{
    const char *program = s->nvcc ? s->nvcc : kp_find_tool(s->arena, "nvcc");

    if (program)
        kp_page_fact(s->arena, p, "nvcc", kp_tool_version(s->arena, program));
}

bool kp_page_write(const struct kp_settings *s, const struct kp_page *p, const struct kp_doc *d)
{
    const char *error = NULL, *page = kp_page_html(s->arena, p, d);

    if (kp_write_file(s->arena, s->html, page, strlen(page), &error))
        return true;
    kp_complain("%s", error);
    return false;
}
