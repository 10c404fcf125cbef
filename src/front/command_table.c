/* The options of compilers. */
#include "front/command.h"

#include <string.h>

#define NONE KP_TAKES_NOTHING, false
#define VALUE KP_TAKES_VALUE, false
#define JOINED KP_TAKES_VALUE, true
#define LIST KP_TAKES_LIST, false
#define JOINED_LIST KP_TAKES_LIST, true
#define KNOWN KP_SAID_KNOWN, NULL, KP_MAKE_LINK
#define PROGRAM KP_SAID_PROGRAM, NULL, KP_MAKE_LINK
#define SAYS(what) KP_SAID_##what, NULL, KP_MAKE_LINK
#define PASSED(as) KP_SAID_KNOWN, as, KP_MAKE_LINK
#define MODE(what) KP_SAID_MODE, NULL, KP_MAKE_##what

static const struct kp_option_row rows[] = {
    /* what the source means */
    {"D", 'b', JOINED_LIST, SAYS(DEFINE)},
    {"define-macro", 'n', LIST, SAYS(DEFINE)},
    {"U", 'b', JOINED_LIST, SAYS(UNDEFINE)},
    {"undefine-macro", 'n', LIST, SAYS(UNDEFINE)},
    {"I", 'b', JOINED_LIST, SAYS(FOLDER)},
    {"include-path", 'n', LIST, SAYS(FOLDER)},
    {"include-directory", 'h', VALUE, SAYS(FOLDER)},
    {"isystem", 'b', JOINED_LIST, SAYS(SYSTEM)},
    {"system-include", 'n', LIST, SAYS(SYSTEM)},
    {"cxx-isystem", 'h', JOINED, SAYS(SYSTEM)},
    {"iquote", 'b', JOINED, SAYS(QUOTE)},
    {"idirafter", 'b', JOINED, SAYS(AFTER)},
    {"include", 'b', JOINED_LIST, SAYS(FORCED)},
    {"pre-include", 'n', LIST, SAYS(FORCED)},
    {"imacros", 'h', JOINED, SAYS(FORCED)},
    {"std", 'b', VALUE, KP_SAID_STANDARD, "-std=", KP_MAKE_LINK},
    {"ftemplate-depth", 'b', VALUE, KP_SAID_FEATURE, "-ftemplate-depth=", KP_MAKE_LINK},
    {"ftemplate-depth-", 'h', JOINED, SAYS(FEATURE)},
    {"fconstexpr-depth", 'h', VALUE, SAYS(FEATURE)},
    {"fconstexpr-steps", 'h', VALUE, SAYS(FEATURE)},
    {"fconstexpr-ops-limit", 'h', VALUE, SAYS(FEATURE)},
    {"fconstexpr-loop-limit", 'h', VALUE, SAYS(FEATURE)},
    {"fbracket-depth", 'h', VALUE, SAYS(FEATURE)},
    {"fms-extensions", 'h', NONE, SAYS(FEATURE)},
    {"funsigned-char", 'h', NONE, SAYS(FEATURE)},
    {"fsigned-char", 'h', NONE, SAYS(FEATURE)},
    {"expt-relaxed-constexpr", 'n', NONE, PASSED("-expt-relaxed-constexpr")},
    {"expt-extended-lambda", 'n', NONE, PASSED("-expt-extended-lambda")},
    {"extended-lambda", 'n', NONE, PASSED("-extended-lambda")},
    {"rdc", 'n', VALUE, PASSED("-rdc=")},
    {"relocatable-device-code", 'n', VALUE, PASSED("-rdc=")},
    {"fgpu-rdc", 'h', NONE, PASSED("-rdc=true")},
    /* how device code is optimised */
    {"use_fast_math", 'n', NONE, PASSED("-use_fast_math")},
    {"ftz", 'n', VALUE, PASSED("-ftz=")},
    {"prec-div", 'n', VALUE, PASSED("-prec-div=")},
    {"prec-sqrt", 'n', VALUE, PASSED("-prec-sqrt=")},
    {"fmad", 'n', VALUE, PASSED("-fmad=")},
    {"maxrregcount", 'n', VALUE, PASSED("-maxrregcount=")},
    {"extra-device-vectorization", 'n', NONE, PASSED("-extra-device-vectorization")},
    {"G", 'n', NONE, PASSED("-G")},
    {"device-debug", 'n', NONE, PASSED("-G")},
    {"restrict", 'n', NONE, PASSED("-restrict")},
    {"O", 'n', JOINED, PASSED("-O")},
    {"optimize", 'n', VALUE, PASSED("-O")},
    {"Xptxas", 'n', VALUE, KP_SAID_PTXAS, "-Xptxas=", KP_MAKE_LINK},
    {"ptxas-options", 'n', VALUE, KP_SAID_PTXAS, "-Xptxas=", KP_MAKE_LINK},
    {"Xcuda-ptxas", 'h', VALUE, SAYS(PTXAS)},
    /* what is made */
    {"c", 'b', NONE, MODE(COMPILE)},
    {"compile", 'b', NONE, MODE(COMPILE)},
    {"dc", 'n', NONE, KP_SAID_MODE, "-rdc=true", KP_MAKE_DEVICE_C},
    {"device-c", 'n', NONE, KP_SAID_MODE, "-rdc=true", KP_MAKE_DEVICE_C},
    {"dw", 'n', NONE, MODE(DEVICE_W)},
    {"device-w", 'n', NONE, MODE(DEVICE_W)},
    {"E", 'b', NONE, MODE(PREPROCESS)},
    {"preprocess", 'b', NONE, MODE(PREPROCESS)},
    {"M", 'b', NONE, MODE(DEPEND)},
    {"generate-dependencies", 'n', NONE, MODE(DEPEND)},
    {"MM", 'b', NONE, MODE(DEPEND_OWN)},
    {"generate-nonsystem-dependencies", 'n', NONE, MODE(DEPEND_OWN)},
    {"ptx", 'n', NONE, MODE(PTX)},
    {"cubin", 'n', NONE, MODE(CUBIN)},
    {"fatbin", 'n', NONE, MODE(FATBIN)},
    {"optix-ir", 'n', NONE, MODE(IR)},
    {"ltoir", 'n', NONE, MODE(IR)},
    {"emit-llvm", 'h', NONE, MODE(IR)},
    {"S", 'h', NONE, MODE(IR)},
    {"cuda", 'n', NONE, MODE(CUDA)},
    {"fsyntax-only", 'h', NONE, MODE(SYNTAX)},
    {"fdevice-syntax-only", 'n', NONE, MODE(SYNTAX)},
    {"dlink", 'n', NONE, MODE(DEVICE_LINK)},
    {"device-link", 'n', NONE, MODE(DEVICE_LINK)},
    {"link", 'n', NONE, MODE(LINK)},
    {"lib", 'n', NONE, MODE(LIBRARY)},
    {"run", 'n', NONE, MODE(RUN)},
    {"help", 'b', NONE, MODE(NONE)},
    {"h", 'n', NONE, MODE(NONE)},
    {"version", 'b', NONE, MODE(NONE)},
    {"V", 'n', NONE, MODE(NONE)},
    {"dumpversion", 'h', NONE, MODE(NONE)},
    {"dumpmachine", 'h', NONE, MODE(NONE)},
    {"list-gpu-code", 'n', NONE, MODE(NONE)},
    {"code-ls", 'n', NONE, MODE(NONE)},
    {"list-gpu-arch", 'n', NONE, MODE(NONE)},
    {"arch-ls", 'n', NONE, MODE(NONE)},
    {"clean-targets", 'n', NONE, MODE(NONE)},
    {"clean", 'n', NONE, MODE(NONE)},
    {"dryrun", 'n', NONE, SAYS(DRY)},
    {"###", 'h', NONE, SAYS(DRY)},
    {"x", 'b', JOINED, SAYS(LANGUAGE)},
    {"language", 'h', VALUE, SAYS(LANGUAGE)},
    {"o", 'b', JOINED, SAYS(OUTPUT)},
    {"output-file", 'n', VALUE, SAYS(OUTPUT)},
    {"output", 'h', VALUE, SAYS(OUTPUT)},
    {"odir", 'n', VALUE, SAYS(OUTPUT_FOLDER)},
    {"output-directory", 'n', VALUE, SAYS(OUTPUT_FOLDER)},
    /* for which GPUs */
    {"arch", 'n', VALUE, SAYS(ARCH)},
    {"gpu-architecture", 'n', VALUE, SAYS(ARCH)},
    {"code", 'n', VALUE, SAYS(CODE)},
    {"gpu-code", 'n', VALUE, SAYS(CODE)},
    {"gencode", 'n', VALUE, SAYS(GENCODE)},
    {"generate-code", 'n', VALUE, SAYS(GENCODE)},
    {"cuda-gpu-arch", 'h', VALUE, SAYS(ARCHS)},
    {"offload-arch", 'h', VALUE, SAYS(ARCHS)},
    /* rules for make */
    {"MD", 'b', NONE, SAYS(DEPEND)},
    {"generate-dependencies-with-compile", 'n', NONE, SAYS(DEPEND)},
    {"MMD", 'b', NONE, SAYS(DEPEND_OWN)},
    {"generate-nonsystem-dependencies-with-compile", 'n', NONE, SAYS(DEPEND_OWN)},
    {"MF", 'b', JOINED, SAYS(DEPEND_FILE)},
    {"dependency-output", 'n', VALUE, SAYS(DEPEND_FILE)},
    {"MT", 'b', JOINED, SAYS(DEPEND_TARGET)},
    {"MQ", 'h', JOINED, SAYS(DEPEND_TARGET)},
    {"dependency-target-name", 'n', VALUE, SAYS(DEPEND_TARGET)},
    {"MP", 'b', NONE, KNOWN},
    {"MG", 'h', NONE, KNOWN},
    {"generate-dependency-targets", 'n', NONE, KNOWN},
    /* other tools' options */
    {"Xcompiler", 'n', VALUE, SAYS(HOST)},
    {"compiler-options", 'n', VALUE, SAYS(HOST)},
    {"Xlinker", 'b', LIST, KNOWN},
    {"linker-options", 'n', LIST, KNOWN},
    {"Xarchive", 'n', LIST, KNOWN},
    {"archive-options", 'n', LIST, KNOWN},
    {"Xnvlink", 'n', LIST, KNOWN},
    {"nvlink-options", 'n', LIST, KNOWN},
    {"Xcudafe", 'n', LIST, KNOWN},
    {"Xfatbin", 'n', LIST, KNOWN},
    {"Xcuda-fatbinary", 'h', VALUE, KNOWN},
    {"Xcicc", 'n', LIST, KNOWN},
    {"Xnvvm", 'n', LIST, KNOWN},
    {"Xassembler", 'h', VALUE, KNOWN},
    {"Xpreprocessor", 'h', VALUE, SAYS(UNKNOWN)},
    {"Xarch_host", 'h', VALUE, SAYS(UNKNOWN)},
    {"Xarch_device", 'h', VALUE, SAYS(UNKNOWN)},
    {"mllvm", 'h', VALUE, KNOWN},
    /* programs, and what compilers load */
    {"ccbin", 'n', VALUE, KP_SAID_CCBIN, "-ccbin=", KP_MAKE_LINK},
    {"compiler-bindir", 'n', VALUE, KP_SAID_CCBIN, "-ccbin=", KP_MAKE_LINK},
    {"archiver-binary", 'n', VALUE, PROGRAM},
    {"arbin", 'n', VALUE, PROGRAM},
    {"ldir", 'n', VALUE, PROGRAM},
    {"libdevice-directory", 'n', VALUE, PROGRAM},
    {"target-dir", 'n', VALUE, PROGRAM},
    {"target-directory", 'n', VALUE, PROGRAM},
    {"qpp-config", 'n', VALUE, PROGRAM},
    {"B", 'h', JOINED, PROGRAM},
    {"specs", 'h', VALUE, PROGRAM},
    {"wrapper", 'h', VALUE, PROGRAM},
    {"load", 'h', VALUE, PROGRAM},
    {"plugin", 'h', VALUE, PROGRAM},
    {"fplugin", 'h', VALUE, PROGRAM},
    {"fplugin-", 'h', JOINED, PROGRAM},
    {"fpass-plugin", 'h', VALUE, PROGRAM},
    {"Xclang", 'h', VALUE, PROGRAM},
    {"config", 'h', VALUE, PROGRAM},
    {"cuda-path", 'h', VALUE, PROGRAM},
    {"ptxas-path", 'h', VALUE, PROGRAM},
    {"gcc-toolchain", 'h', VALUE, PROGRAM},
    {"gcc-install-dir", 'h', VALUE, PROGRAM},
    {"fuse-ld", 'h', VALUE, PROGRAM},
    {"ld-path", 'h', VALUE, PROGRAM},
    {"no-canonical-prefixes", 'h', NONE, KNOWN},
    {"include-pch", 'h', VALUE, PROGRAM},
    {"sysroot", 'h', VALUE, KNOWN},
    {"isysroot", 'h', JOINED, KNOWN},
    {"resource-dir", 'h', VALUE, KNOWN},
    /* of no account */
    {"l", 'b', JOINED_LIST, KNOWN},
    {"library", 'n', LIST, KNOWN},
    {"L", 'b', JOINED_LIST, KNOWN},
    {"library-path", 'n', LIST, KNOWN},
    {"target", 'h', VALUE, KNOWN},
    {"t", 'n', JOINED, KNOWN},
    {"threads", 'n', VALUE, KNOWN},
    {"split-compile", 'n', VALUE, KNOWN},
    {"split-compile-extended", 'n', VALUE, KNOWN},
    {"Ofc", 'n', VALUE, KNOWN},
    {"Ofast-compile", 'n', VALUE, KNOWN},
    {"dopt", 'n', VALUE, KNOWN},
    {"opt-info", 'n', LIST, KNOWN},
    {"optimization-info", 'n', LIST, KNOWN},
    {"ftemplate-backtrace-limit", 'b', VALUE, KNOWN},
    {"machine", 'n', VALUE, KNOWN},
    {"m", 'n', JOINED, KNOWN},
    {"cudart", 'n', VALUE, KNOWN},
    {"cudadevrt", 'n', VALUE, KNOWN},
    {"default-stream", 'n', VALUE, KNOWN},
    {"static-global-template-stub", 'n', VALUE, KNOWN},
    {"device-entity-has-hidden-visibility", 'n', VALUE, KNOWN},
    {"fdevice-time-trace", 'n', VALUE, KNOWN},
    {"keep-dir", 'n', VALUE, KNOWN},
    {"time", 'n', VALUE, KNOWN},
    {"run-args", 'n', LIST, KNOWN},
    {"input-drive-prefix", 'n', VALUE, KNOWN},
    {"idp", 'n', VALUE, KNOWN},
    {"dependency-drive-prefix", 'n', VALUE, KNOWN},
    {"ddp", 'n', VALUE, KNOWN},
    {"drive-prefix", 'n', VALUE, KNOWN},
    {"dp", 'n', VALUE, KNOWN},
    {"entries", 'n', LIST, KNOWN},
    {"e", 'N', LIST, KNOWN},
    {"Werror", 'N', LIST, KNOWN},
    {"diag-error", 'n', LIST, KNOWN},
    {"diag-suppress", 'n', LIST, KNOWN},
    {"diag-warn", 'n', LIST, KNOWN},
    {"host-linker-script", 'n', VALUE, KNOWN},
    {"hls", 'n', VALUE, KNOWN},
    {"brief-diagnostics", 'n', VALUE, KNOWN},
    {"brief-diag", 'n', VALUE, KNOWN},
    {"jump-table-density", 'n', VALUE, KNOWN},
    {"jtd", 'n', VALUE, KNOWN},
    {"device-stack-protector", 'n', VALUE, KNOWN},
    {"compress-mode", 'n', VALUE, KNOWN},
    {"frandom-seed", 'n', VALUE, KNOWN},
    {"sanitize", 'n', VALUE, KNOWN},
    {"shared", 'b', NONE, KNOWN},
    {"g", 'b', NONE, KNOWN},
    {"debug", 'n', NONE, KNOWN},
    {"profile", 'n', NONE, KNOWN},
    {"lineinfo", 'n', NONE, KNOWN},
    {"generate-line-info", 'n', NONE, KNOWN},
    {"resource-usage", 'n', NONE, KNOWN},
    {"res-usage", 'n', NONE, KNOWN},
    {"disable-warnings", 'n', NONE, KNOWN},
    {"w", 'b', NONE, KNOWN},
    {"v", 'b', NONE, KNOWN},
    {"verbose", 'b', NONE, KNOWN},
    {"keep", 'n', NONE, KNOWN},
    {"save-temps", 'b', NONE, KNOWN},
    {"pthread", 'h', NONE, KNOWN},
    {"pipe", 'h', NONE, KNOWN},
    {"pedantic", 'h', NONE, KNOWN},
    {"lto", 'n', NONE, KNOWN},
    {"dlto", 'n', NONE, KNOWN},
    {"dlink-time-opt", 'n', NONE, KNOWN},
    {"nodlink", 'n', NONE, KNOWN},
    {"no-device-link", 'n', NONE, KNOWN},
    {"err-no", 'n', NONE, KNOWN},
    {"display-error-number", 'n', NONE, KNOWN},
    {"src-in-ptx", 'n', NONE, KNOWN},
    {"source-in-ptx", 'n', NONE, KNOWN},
    {"noprof", 'n', NONE, KNOWN},
    {"dont-use-profile", 'n', NONE, KNOWN},
    {"allow-unsupported-compiler", 'n', NONE, KNOWN},
    {"forward-unknown-to-host-compiler", 'n', NONE, KNOWN},
    {"forward-unknown-to-host-linker", 'n', NONE, KNOWN},
    {"forward-unknown-opts", 'n', NONE, KNOWN},
    {"cuda-device-only", 'h', NONE, KNOWN},
    {"cuda-host-only", 'h', NONE, KNOWN},
    {"nocudainc", 'h', NONE, KNOWN},
    {"nocudalib", 'h', NONE, KNOWN},
};

/* Families of options without a value, by their first letters: the value is the whole name. */
static const char *const families[] = {"W",        "f",     "m",       "O",     "g",
                                       "pedantic", "nostd", "stdlib=", "static"};

static bool is_of(const struct kp_option_row *row, enum kp_dialect dialect)
{
    switch (row->whose) {
    case 'n':
        return dialect != KP_DIALECT_HOST;
    case 'N':
        return dialect == KP_DIALECT_NVCC;
    case 'h':
        return dialect != KP_DIALECT_NVCC;
    default:
        return true;
    }
}

enum { N_ROWS = sizeof rows / sizeof *rows };

/* Finds an option by its whole name, with or without `=VALUE`. */
static const struct kp_option_row *named(enum kp_dialect dialect, const char *name,
                                         const char **value)
{
    size_t n = strcspn(name, "=");

    for (size_t i = 0; i < N_ROWS; i++) {
        const struct kp_option_row *row = &rows[i];

        if (!is_of(row, dialect) || strlen(row->name) != n || strncmp(row->name, name, n) != 0 ||
            (name[n] && row->takes == KP_TAKES_NOTHING))
            continue;
        *value = name[n] ? name + n + 1 : NULL;
        return row;
    }
    return NULL;
}

/* With the value joined: the longest name wins. */
static const struct kp_option_row *joined(enum kp_dialect dialect, const char *name,
                                          const char **value)
{
    const struct kp_option_row *best = NULL;

    for (size_t i = 0; i < N_ROWS; i++)
        if (rows[i].joins && is_of(&rows[i], dialect) && kp_starts_with(name, rows[i].name) &&
            (!best || strlen(rows[i].name) > strlen(best->name)))
            best = &rows[i];
    if (best)
        *value = name + strlen(best->name);
    return best;
}

const struct kp_option_row *kp_option_find(enum kp_dialect dialect, const char *word,
                                           const char **value)
{
    static const struct kp_option_row family = {"", 'h', NONE, KNOWN};
    const char *name = word + strspn(word, "-");
    bool is_short = name - word == 1;
    const struct kp_option_row *row;

    *value = NULL;
    row = named(dialect, name, value);
    if (!row && is_short)
        row = joined(dialect, name, value);
    if (!row && dialect == KP_DIALECT_NVCC) /* which hands on what it does not know */
        row = kp_option_find(KP_DIALECT_HOST, word, value);
    for (size_t i = 0; !row && is_short && i < sizeof families / sizeof *families; i++)
        if (kp_starts_with(name, families[i])) {
            *value = name;
            row = &family;
        }
    return row;
}
