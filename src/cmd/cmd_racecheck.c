#include "cmd/proof.h"

int kp_cmd_racecheck(int argc, char **argv)
{
    return kp_proof_run(true, argc, argv);
}
