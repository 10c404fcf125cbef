/* What an #include in a branch of an #if brings. Headers of a system or of a library say the same
 * in every build; those of the project may be another program's. */
#ifndef KP_MODEL_BROUGHT_H
#define KP_MODEL_BROUGHT_H

#include "front/pieces.h"
#include "kp.h"

struct kp_brought_file {
    const char *text;
    const struct kp_pieces *pieces;
};

/* An #include in a branch by which a text is read that is not all known. */
struct kp_unread {
    int branch;
    uint32_t at;
    const char *path; /* of the file that it names; NULL: that is not found */
};

struct kp_brought {
    /* read by some branches and not by all: another build may lack them */
    KP_VEC(struct kp_brought_file) files;
    KP_VEC(struct kp_unread) unread;
    bool is_too_much; /* a file cannot be read, or there are too many */
    bool is_unknown;  /* one of both: it may define anything */
    bool is_stopped;  /* .. in no build for which an output is (unread.h) */
    const struct kp_node
        *lost; /* the name in an #include of the group, of which not all is found */
};

/* The #if groups of a file of the parse. */
const struct kp_branch_groups *kp_groups_in(struct kp_unit *u, size_t file);

/* The file of the parse from which the source, a header, is read as part of a program, and where it
 * includes it; 0: there is none. *at is UINT32_MAX when that is unknown, or in several places. */
size_t kp_includer_file(struct kp_unit *u, uint32_t *at);

/* The files that the branches of group number `group` of a file's groups include, directly or
 * through other files, whichever branch was parsed. Left out is what all branches include, and a
 * file with a guard that was included before. They count as read by the parse. Cached. */
const struct kp_brought *kp_brought_by(struct kp_unit *u, size_t file, size_t group);

/* openers.c: true if its files begin a namespace or extern "C" by a macro that leaves the brace to
 * them, or define a macro by which it is seen what the files of the parse declare. */
bool kp_opens_unseen(struct kp_unit *u, const struct kp_brought *b);

/* The first `lost` of all groups of all files of the parse; NULL: there is none. */
const struct kp_node *kp_lost_header(struct kp_unit *u);

#endif
