"""Batches of random kernels, rewritten and proven. tests/random/run does some, tools/nightly many.

Each batch is a function of the seed and its number, so a long run can be cut anywhere and any kernel of
it made again. A batch ends as a dictionary of counts with a list of failures, each with the files that
show it.
"""
import collections
import json
import os
import random

import generate
import pipelined
import proof
from many import kpipe
from suite import read

BATCH = 48
VARIANTS = [('auto', [])] * 6 + [('auto3', ['--stages', '3']),
            ('cp2', ['--variant', 'cp-async', '--stages', '2']),
            ('cp3', ['--variant', 'cp-async', '--stages', '3']),
            ('cp4', ['--variant', 'cp-async', '--stages', '4']),
            ('ring2', ['--variant', 'cp-async', '--stages', '2', '--shape', 'ring']),
            ('ldg2', ['--variant', 'ldg', '--stages', '2']),
            ('single', ['--variant', 'single'])]
LEGAL = sorted(n for n, (_, _, legal) in generate.CLASSES.items() if legal is True)
ILLEGAL = sorted(n for n, (_, _, legal) in generate.CLASSES.items() if legal is not True)


class Batch:
    def __init__(self, kind, number, folder):
        self.kind, self.number, self.folder = kind, number, folder
        self.counts, self.failures = collections.Counter(), []

    def fail(self, what, why, *files):
        self.counts['failed'] += 1
        self.failures.append({'what': what, 'why': str(why)[:3000], 'files': files})

    def result(self):
        return {'kind': self.kind, 'batch': self.number, 'counts': dict(self.counts),
                'failures': self.failures}

    def make(self, seed, index, klass):
        data, info = generate.make(seed, index, klass)
        with open(os.path.join(self.folder, info['file']), 'wb') as f:
            f.write(data)
        with open(os.path.join(self.folder, info['case']), 'w', encoding='utf-8') as f:
            f.write(generate.case_file(info))
        return info

    def rewrite(self, info, variant, flags):
        """(file, outcomes, codes), or None when kpipe failed."""
        target = f'{info["kernel"]}.{variant}.cu'
        r = kpipe('rewrite', *flags, '--json', info['file'], '-o', target, cwd=self.folder)
        name = f'{info["kernel"]} ({info["class"]}) {variant}'
        if not r.sane or r.code:
            self.fail(f'{name}: runs', r, info['file'])
            return None
        loops = json.loads(r.out)['loops']
        outcomes = [loop['outcome'] for loop in loops]
        changed = read(os.path.join(self.folder, target)) != read(os.path.join(self.folder, info['file']))
        accepted = 'rewritten' in outcomes or 'single' in outcomes
        if accepted != changed:
            self.fail(f'{name}: says what it did', outcomes, info['file'], target)
        return target, outcomes, sorted({loop['code'] for loop in loops if loop.get('code')})


def accepted(outcomes):
    return 'rewritten' in outcomes or 'single' in outcomes


def some_runs(rng, info):
    """The largest number of tiles, and one of the others."""
    runs = info['runs']
    return [runs[-1]] + ([rng.choice(runs[:-1])] if len(runs) > 1 else [])


def prove_all(b, compiler, work):
    """work: (info, rewritten file, values of n)."""
    files = {info['kernel']: info['file'] for info, _, _ in work}
    files.update({file[:-3]: file for _, file, _ in work})
    said = proof.compile_batch(compiler, b.folder, b.kind, files) if files else {}
    for name, error in said.items():
        b.fail(f'{name} compiles', error, files[name])
    work = [w for w in work if w[0]['kernel'] not in said and w[1][:-3] not in said]
    for info, file, values in work:
        said = proof.prove(b.folder, info, info['file'], file, values)
        if said:
            b.fail(f'{file} ({info["class"]}) is proven', said, info['file'], file, info['case'])
        else:
            b.counts['proven'] += 1


def legal(compiler, seed, number, folder, size=BATCH):
    """Legal kernels: each in one variant, or in the plan's choice where that variant is refused."""
    b = Batch('legal', number, folder)
    work = []
    for index in range(number * size, (number + 1) * size):
        rng = random.Random(f'{seed}/campaign/{index}')
        info = b.make(seed, index, rng.choice(LEGAL) if rng.random() < 0.3 else None)
        if not info['gpu']:
            continue  # cannot run on its own
        b.counts['legal'] += 1
        for variant, flags in [rng.choice(VARIANTS), VARIANTS[0]]:
            made = b.rewrite(info, variant, flags)
            if made and accepted(made[1]):
                break
        if not made:
            continue
        if not accepted(made[1]):
            b.counts['refused ' + (', '.join(made[2]) or 'without a reason')] += 1
            continue
        b.counts['accepted'] += 1
        b.counts['accepted ' + variant] += 1
        work.append((info, made[0], some_runs(rng, info)))
    prove_all(b, compiler, work)
    return b.result()


def illegal(compiler, seed, number, folder, size=BATCH):
    """Kernels that break a rule: none is touched, and where only the single-buffer prefetch is exact,
    that is proven."""
    b = Batch('illegal', number, folder)
    work = []
    for index in range(number * size, (number + 1) * size):
        rng = random.Random(f'{seed}/campaign/{index}')
        info = b.make(seed, index, ILLEGAL[index % len(ILLEGAL)])
        variant, flags = rng.choice(VARIANTS)
        made = b.rewrite(info, variant, flags)
        only_single = info['legal'] == 'single'
        b.counts['illegal, one buffer' if only_single else 'illegal'] += 1
        if not made:
            continue
        if 'rewritten' in made[1] or (accepted(made[1]) and not only_single):
            b.counts['accepted'] += 1
            b.fail(f'{info["kernel"]} ({info["class"]}) {variant}: is refused', made[1:], info['file'], made[0])
        elif accepted(made[1]):
            b.counts['one buffer'] += 1
            if info['gpu']:
                work.append((info, made[0], some_runs(rng, info)))
        elif not only_single and not set(made[2]) & set(info['codes']):
            b.counts[f'other reason: {info["class"]} {", ".join(made[2]) or "-"}'] += 1
    prove_all(b, compiler, work)
    return b.result()


def correct(compiler, seed, number, folder, size=BATCH):
    """Kernels pipelined by other hands than kpipe's, in all the ways that are correct: no alarm, and
    the bits of the plain loop."""
    b = Batch('pipelined', number, folder)
    files, infos = {}, []
    for index in range(number * size, (number + 1) * size):
        info = pipelined.write(folder, seed, index)
        infos.append(info)
        files.update({info['plain'][:-3]: info['plain'], info['piped'][:-3]: info['piped']})
    said = proof.compile_batch(compiler, folder, 'pipelined', files)
    for info in infos:
        b.counts['pipelined'] += 1
        b.counts[f'way {info["way"]}'] += 1
        error = said.get(info['plain'][:-3]) or said.get(info['piped'][:-3])
        error = error or proof.prove(folder, info, info['plain'], info['piped'], info['runs'])
        if error and 'unknown instruction' in error:
            b.counts['not supported'] += 1  # a clear error is no false alarm
        elif error:
            b.fail(f'{info["piped"]} ({info["way"]})', error, info['plain'], info['piped'], info['case'])
        else:
            b.counts['no alarm'] += 1
    return b.result()


KINDS = {'legal': legal, 'illegal': illegal, 'pipelined': correct}
# What a kind counts towards the number that was asked for.
COUNTED = {'legal': 'proven', 'illegal': 'illegal', 'pipelined': 'pipelined'}
