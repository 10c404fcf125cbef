/* Template arguments in the names of entry points, which are those that nvcc gives them. */
#include "search/mangled.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void has(const char *mangled, const char *function, const char *args)
{
    size_t n;
    const char *at = kp_mangled_args(mangled, function, &n);

    assert_non_null(at);
    assert_int_equal(n, strlen(args));
    assert_memory_equal(at, args, n);
}

static void are_found(void **state)
{
    (void)state;
    has("_Z9igemm_mmaILi64EEvPKaS1_Piii", "igemm_mma", "ILi64EE");
    has("_ZN12kp_pipelined9igemm_mmaILi64EEEvPKaS2_Piii", "igemm_mma", "ILi64EE");
    has("_Z4copyIfLj4ELb1EEvPT_", "copy", "IfLj4ELb1EE");
    has("_Z4copyI6__halfLin1EEvPT_", "copy", "I6__halfLin1EE");
    has("_Z4copyIPKdL4Mode2EEvT_", "copy", "IPKdL4Mode2EE");
    has("_Z5sgemmPKfS0_Pfii", "sgemm", "");
}

static void are_not_read(void **state)
{
    size_t n;

    (void)state;
    assert_null(kp_mangled_args("_Z5sgemmPKf", "hgemm", &n));
    /* of a namespace, of another template, a pack: where the kernel stands may change the text */
    assert_null(kp_mangled_args("_Z4copyIN2ns4TileEEvv", "copy", &n));
    assert_null(kp_mangled_args("_Z4copyI4PairIffEEvv", "copy", &n));
    assert_null(kp_mangled_args("_Z4copyIJfdEEvv", "copy", &n));
    assert_null(kp_mangled_args("_Z4copyIfS_EvT_", "copy", &n));
    assert_null(kp_mangled_args("_Z4copyILi4", "copy", &n));
    assert_null(kp_mangled_args("_Z4copyI99T", "copy", &n));
}

/* nvcc 13.0, of one text in two folders. */
static void of_unnamed_namespaces(void **state)
{
    static const char a[] = "_ZN43_GLOBAL__N__118053f4_14_other_nbody_cu_main6kernelEPKNS_4Vec3Ei";
    static const char b[] = "_ZN43_GLOBAL__N__cb2a1827_14_other_nbody_cu_main6kernelEPKNS_4Vec3Ei";

    (void)state;
    assert_true(kp_same_mangled(a, b));
    assert_true(kp_same_mangled("_Z5sgemmPKf", "_Z5sgemmPKf"));
    assert_false(kp_same_mangled("_Z5sgemmPKf", "_Z5sgemmPKd"));
    assert_false(kp_same_mangled("_Z5sgemmPKf", "_Z5sgemmPKfi"));
    assert_false(
        kp_same_mangled(a, "_ZN43_GLOBAL__N__cb2a1827_14_other_nbody_cu_main6kernelEPKNS_4Vec3Ej"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(are_found),
        cmocka_unit_test(are_not_read),
        cmocka_unit_test(of_unnamed_namespaces),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
