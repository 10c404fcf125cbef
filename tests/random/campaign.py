"""Batches of random kernels, rewritten and proven. tests/random/run does some, tools/nightly many.

Each batch is a function of the seed and its number, so a long run can be cut anywhere and any kernel of
it made again. A batch ends as a dictionary of counts with a list of failures, each with the files that
show it.
"""
import collections
import json
import os
import random

import bundle
import copies
import generate
import laid
import merged
import pipelined
import proof
import ragged
import twists
import world
from suite import kpipe, read, write

BATCH = 96
VARIANTS = [('auto', [])] * 5 + [('batch', ['--batch', '4']), ('batch_ring3', ['--batch', '3', '--shape', 'ring', '--stages', '3']),
            ('auto3', ['--stages', '3']),
            ('cp2', ['--variant', 'cp-async', '--stages', '2']),
            ('cp3', ['--variant', 'cp-async', '--stages', '3']),
            ('cp4', ['--variant', 'cp-async', '--stages', '4']),
            ('late3', ['--variant', 'cp-async', '--shape', 'late-ring']),
            ('late4', ['--variant', 'cp-async', '--stages', '4', '--shape', 'late-ring']),
            *[('ring2', ['--variant', 'cp-async', '--stages', '2', '--shape', 'ring'])] * 2,
            ('unroll3', ['--variant', 'cp-async', '--stages', '3', '--shape', 'ring', '--unroll']),
            ('ldg2', ['--variant', 'ldg', '--stages', '2']),
            ('single', ['--variant', 'single'])]
LEGAL = sorted(n for n, (_, _, legal) in generate.CLASSES.items() if legal is True)
LEGAL += ['ring_state'] * (len(LEGAL) // 3)  # one class, with more in it than the others have
ILLEGAL = sorted(n for n, (_, _, legal) in generate.CLASSES.items() if legal is not True)


class Batch:
    """Counts, and what failed. `sources` are the kernels' texts."""

    def __init__(self, kind, number, folder):
        self.kind, self.number, self.folder = kind, number, folder
        self.counts, self.failures, self.sources = collections.Counter(), [], {}
        # what users build, one batch in eight; else what takes nvcc half the time
        self.flags = () if number % 8 == 0 else proof.QUICKLY

    def fail(self, what, why, *files):
        self.counts['failed'] += 1
        self.failures.append({'what': what, 'why': str(why)[:3000], 'files': files})

    def result(self):
        return {'kind': self.kind, 'batch': self.number, 'counts': dict(self.counts),
                'failures': self.failures}

    def bound_idle(self, of):
        """Of some kernels the number of tiles is no number of trips. Where many do not go round, nothing is proven."""
        n = self.counts['not exercised']
        if 10 * n > of + 20:
            self.fail(f'{n} of {of} {self.kind} kernels are not exercised', '')

    def path(self, name):
        return os.path.join(self.folder, name)

    def make(self, seed, index, klass):
        return self.add(*generate.make(seed, index, klass))

    def add(self, data, info):
        self.sources[info['kernel']] = data
        write(self.path(info['file']), data)
        write(self.path(info['case']), generate.case_file(info).encode())
        return info

    def rewrite_file(self, source, target, flags):
        """[(line, outcome, code)] of the file's loops; or a Result that is a failure."""
        loops = self.rewritten_loops(source, target, flags)
        return [(x['line'], x['outcome'], x.get('code')) for x in loops] if isinstance(loops, list) else loops

    def rewritten_loops(self, source, target, flags):
        """What --json says of them; or a Result that is a failure."""
        r = kpipe('rewrite', *flags, '--json', source, '-o', target, cwd=self.folder)
        return r if not r.sane or r.code else json.loads(r.out)['loops']

    def rewrite(self, infos, variant, flags):
        """{kernel: (file, outcomes, codes)} of those that kpipe did not fail at."""
        made, by_name = {}, {info['kernel']: info for info in infos}
        for n, names in enumerate(bundle.groups({name: self.sources[name] for name in by_name})):
            made.update(self.rewrite_together(f'{variant}_{n}', [by_name[name] for name in names], variant, flags))
        return made

    def rewrite_together(self, source, infos, variant, flags):
        names = [info['kernel'] for info in infos]
        before = bundle.together(self.sources, names)
        write(self.path(source + '.cu'), before)
        loops = self.rewrite_file(source + '.cu', source + '.out.cu', flags)
        if not isinstance(loops, list):
            self.blame(loops, names, variant, flags)
            return {}
        after = read(self.path(source + '.out.cu'))
        old, new, made = bundle.pieces(before), bundle.pieces(after), {}
        for info in infos:
            name = info['kernel']
            if name not in new:
                self.fail(f'{name} {variant}: stays in its namespace', '', source + '.cu', source + '.out.cu')
                continue
            mine = [x for x in loops if old[name][1] <= x[0] <= old[name][2]]
            outcomes, codes = [x[1] for x in mine], sorted({x[2] for x in mine if x[2]})
            target = f'{name}.{variant}.cu'
            write(self.path(target), bundle.alone(after, name))
            if accepted(outcomes) != (old[name][0] != new[name][0]):
                self.fail(f'{name} ({info["class"]}) {variant}: says what it did', outcomes, info['file'], target)
            made[name] = target, outcomes, codes
        return made

    def blame(self, result, names, variant, flags):
        """kpipe fails at a file: at which of its kernels?"""
        def fails(some):
            write(self.path('blamed.cu'), bundle.together(self.sources, some))
            return not isinstance(self.rewrite_file('blamed.cu', 'blamed.out.cu', flags), list)

        names = bundle.smallest(names, fails)
        file = f'blamed_{names[0]}.cu'
        write(self.path(file), bundle.together(self.sources, names))
        self.fail(f'{", ".join(names)} {variant}: runs', result, file, *[name + '.cu' for name in names])


def accepted(outcomes):
    return 'rewritten' in outcomes or 'single' in outcomes


def some_runs(rng, info):
    """The largest number of tiles, and one of the others or the first ones, as keywords of prove()."""
    runs = info['runs']
    if info['tiles'] and info['tiles'] != 'fixed':
        return {'values': runs[-1:], 'tiles': rng.choice([1, 1, 2, 3])}
    return {'values': [runs[-1]] + ([rng.choice(runs[:-1])] if len(runs) > 1 else [])}


def verdict(b, compiler, info, original, file, runs, flags):
    """'proven', what else is no failure, or what `kpipe verify` says of two files whose PTX is there. Where only what is
    rounded differs, both are compiled again: nvcc makes one operation of a * b + c as the code around suits."""
    said = proof.prove(b.folder, info, original, file, **runs)
    if not said:
        return 'proven'
    if 'not exercised' in said:
        return 'not exercised'
    if 'elements of' in said and not compiled(b, compiler, original, file, (*flags, '-fmad=false')) and not proof.prove(
            b.folder, info, original, file, **runs):
        return 'contracted'
    return said


def compiled(b, compiler, original, file, flags):
    return proof.compile_batch(compiler, b.folder, 'again', {f[:-3]: f for f in (original, file)}, more=flags)


O1_ALONE = 'nvcc -O1 alone'
# Where compute reads up to an end, nvcc may read an element before it asks whether that is needed.
SPECULATED = 'natural order, copies landing late: uninitialised shared read'
FINE = 'proven', 'not exercised', 'contracted', O1_ALONE


def judge(b, compiler, info, original, file, runs):
    """verdict(), of what users build where the quick flags make a failure: nvcc's -O1 drops a store now and then."""
    said = verdict(b, compiler, info, original, file, runs, b.flags)
    if said in FINE or not b.flags or compiled(b, compiler, original, file, ()):
        return said
    again = verdict(b, compiler, info, original, file, runs, ())
    return O1_ALONE if again in ('proven', 'contracted') else said


def prove_all(b, compiler, work):
    """work: (info, rewritten file, some_runs())."""
    files = {info['kernel']: info['file'] for info, _, _ in work}
    files.update({file[:-3]: file for _, file, _ in work})
    said = proof.compile_batch(compiler, b.folder, b.kind, files, more=b.flags) if files else {}
    infos = {file[:-3]: info for info, file, _ in work}
    for name, error in said.items():
        info = infos.get(name)  # none: the original itself
        b.fail(f'{name} compiles', error, files[name], *((info['file'], info['case']) if info else ()))
    work = [w for w in work if w[0]['kernel'] not in said and w[1][:-3] not in said]
    for info, file, runs in work:
        said = judge(b, compiler, info, info['file'], file, runs)
        if said in FINE:
            b.counts[said] += 1
        elif b.kind == 'ragged' and SPECULATED in said:
            b.counts['read early'] += 1
        else:
            b.fail(f'{file} ({info["class"]}) is proven', said, info['file'], file, info['case'])
        if said == 'not exercised':
            b.counts[f'{said} {info["class"]}'] += 1
    b.bound_idle(len(work))


def legal(compiler, seed, number, folder, size=BATCH, only=None):
    """Legal kernels, of one class where that is given, a file of them in one variant; what that refuses gets the
    plan's choice."""
    b = Batch('legal', number, folder)
    rng = random.Random(f'{seed}/campaign/legal/{number}')
    infos = [b.make(seed, index, only or (rng.choice(LEGAL) if rng.random() < 0.3 else None))
             for index in range(number * size, (number + 1) * size)]
    infos = [info for info in infos if info['gpu']]  # the others cannot run on their own
    b.counts['legal'] += len(infos)
    work, last = [], {}
    for variant, flags in [rng.choice(VARIANTS), VARIANTS[0]]:
        made = b.rewrite(infos, variant, flags)
        last.update(made)
        for info in infos:
            if info['kernel'] in made and accepted(made[info['kernel']][1]):
                b.counts['accepted ' + variant] += 1
                work.append((info, made[info['kernel']][0], some_runs(rng, info)))
        infos = [info for info in infos if info['kernel'] in made and not accepted(made[info['kernel']][1])]
        if variant == VARIANTS[0][0]:
            break
    for info in infos:
        b.counts['refused ' + (', '.join(last[info['kernel']][2]) or 'without a reason')] += 1
    for info, yes in [(w[0], True) for w in work] + [(info, False) for info in infos]:
        for form in info['forms']:
            b.counts[f'form {form}: {"accepted" if yes else "refused"}'] += 1
    b.counts['accepted'] += len(work)
    prove_all(b, compiler, work)
    return b.result()


COPY_VARIANTS = [('auto', [])] * 8 + [('auto3', ['--stages', '3']), ('ring2', VARIANTS[-3][1]), ('late4', VARIANTS[-5][1]), ('ldg2', VARIANTS[-2][1]),
                                      ('sm_90', ['--arch', 'sm_90'])]


def shared_copies(kind, compiler, seed, number, folder, size):
    """Copies that threads share, in vectors where kpipe thinks so: proven at sizes for which the vectors'
    test holds, and at others."""
    b = Batch(kind, number, folder)
    rng = random.Random(f'{seed}/campaign/{kind}/{number}')
    ways = list(twists.TWISTS.values()) if kind == 'twisted' else [None]
    infos = [b.add(*copies.make(seed, index, ways[index % len(ways)]))
             for index in range(number * size, (number + 1) * size)]
    variant, flags = rng.choice(COPY_VARIANTS)
    work = []
    for name, (file, outcomes, codes) in b.rewrite(infos, variant, flags).items():
        info = next(info for info in infos if info['kernel'] == name)
        wide = b'kp_wide' in read(b.path(file)) and b'kp_wide' not in b.sources[name]
        b.counts[kind] += 1
        b.counts['in vectors'] += wide
        for form in info['forms']:
            b.counts[f'form {form}: {"accepted" if wide else "refused"}'] += 1
        if not accepted(outcomes):
            b.counts['refused ' + (', '.join(codes) or 'without a reason')] += 1
            continue
        b.counts['accepted'] += 1
        runs = {'values': info['runs'], 'tiles': rng.choice([1, 2, 3]) if info['tiles'] else None}
        work.append((info, file, runs))
    prove_all(b, compiler, work)
    return b.result()


def untwisted(compiler, seed, number, folder, size=BATCH):
    return shared_copies('copies', compiler, seed, number, folder, size)


def twisted(compiler, seed, number, folder, size=BATCH):
    return shared_copies('twisted', compiler, seed, number, folder, size)


def illegal(compiler, seed, number, folder, size=BATCH):
    """Kernels that break a rule: none is touched, and where only the single-buffer prefetch is exact,
    that is proven."""
    b = Batch('illegal', number, folder)
    rng = random.Random(f'{seed}/campaign/illegal/{number}')
    infos = [b.make(seed, index, ILLEGAL[index % len(ILLEGAL)]) for index in range(number * size, (number + 1) * size)]
    variant, flags = rng.choice(VARIANTS)
    made, work = b.rewrite(infos, variant, flags), []
    for info in infos:
        only_single = info['legal'] == 'single'
        b.counts['illegal, one buffer' if only_single else 'illegal'] += 1
        if info['kernel'] not in made:
            continue
        file, outcomes, codes = made[info['kernel']]
        if 'rewritten' in outcomes or (accepted(outcomes) and not only_single):
            b.counts['accepted'] += 1
            b.fail(f'{info["kernel"]} ({info["class"]}) {variant}: is refused', (outcomes, codes), info['file'], file)
        elif accepted(outcomes):
            b.counts['one buffer'] += 1
            if info['gpu']:
                work.append((info, file, some_runs(rng, info)))
        elif not only_single and not set(codes) & set(info['codes']):
            b.counts[f'other reason: {info["class"]} {", ".join(codes) or "-"}'] += 1
    prove_all(b, compiler, work)
    return b.result()


WORLD_VARIANTS = [('auto', []), ('ring3', ['--variant', 'cp-async', '--stages', '3', '--shape', 'ring']), ('late3', VARIANTS[-6][1]),
                  ('ldg', ['--variant', 'ldg']), ('single', ['--variant', 'single']), ('copies', ['--copies-only'])]


def hidden(compiler, seed, number, folder, size=BATCH):
    """Kernels with an effect that the text does not show where it happens, each a file of its own: half of them
    go wrong where it is not heeded, half do not. All are refused, or compiled and proven."""
    b = Batch('world', number, folder)
    rng = random.Random(f'{seed}/campaign/world/{number}')
    work = []
    for index in range(number * size, (number + 1) * size):
        info = b.add(*world.make(seed, index, index % 2 == 1))
        what = 'near' if info['legal'] else 'illegal'
        likely = world.VARIANTS.get(info['pattern']) if rng.random() < 0.5 else None
        variant, flags = rng.choice([v for v in WORLD_VARIANTS if not likely or v[0] in likely])
        target = f'{info["kernel"]}.{variant}.cu'
        loops = b.rewrite_file(info['file'], target, flags)
        b.counts['world'] += 1
        b.counts[f'world {what}'] += 1
        if not isinstance(loops, list):
            b.fail(f'{info["kernel"]} ({info["class"]}) {variant}: runs', loops, info['file'])
            continue
        changed = read(b.path(target)) != b.sources[info['kernel']]
        for form in info['forms']:
            b.counts[f'form {form}: {"accepted" if changed else "refused"}'] += 1
        if changed:
            b.counts[f'accepted {what}'] += 1
            b.counts[f'accepted {what} {variant}'] += 1
            work.append((info, target, some_runs(rng, info)))
    prove_all(b, compiler, work)
    return b.result()


def pairs(compiler, seed, number, folder, size=BATCH):
    """Do the illegal ones of these kernels show what ignores their effect?"""
    b = Batch('pairs', number, folder)
    files, infos = {}, []
    for index in range(number * size, (number + 1) * size):
        data, info = world.make(seed, 2 * index, False)
        late = info['pattern'] == 'compute_writes' and index % 2
        b.add(data, info)
        infos.append((info, info['kernel'] + '_other.cu'))
        write(b.path(infos[-1][1]), world.make(seed, 2 * index, False, neutral=not late, delayed=late)[0])
        files.update({info['kernel']: info['file'], infos[-1][1][:-3]: infos[-1][1]})
    said = proof.compile_batch(compiler, folder, 'pairs', files, more=proof.QUICKLY)
    for info, other in infos:
        what = f'{info["file"]} ({", ".join(info["forms"])}) differs from {other}'
        error = said.get(info['kernel']) or said.get(other[:-3])
        if not error:
            found = proof.prove(folder, info, info['file'], other, info['runs'][-1:]) or 'the same'
            error = None if 'NOT PROVEN: rewritten' in found else found
        if error:
            b.fail(what, error, info['file'], other)
        else:
            b.counts['differ'] += 1
    return b.result()


MERGED_VARIANTS = [('auto', [])] * 3 + [('cp2', ['--variant', 'cp-async']), ('ldg2', ['--variant', 'ldg']), ('single', ['--variant', 'single']),
                   ('late3', ['--stages', '3', '--shape', 'late-ring'])]


def merged_blocks(compiler, seed, number, folder, size=BATCH):
    """Kernels whose neighbouring blocks are merged, each by its own factor; of one in five they must not be."""
    b = Batch('merged', number, folder)
    rng = random.Random(f'{seed}/campaign/merged/{number}')
    work = []
    for index in range(number * size, (number + 1) * size):
        info = b.add(*merged.make(seed, index, index % 5 == 4))
        what, (variant, flags) = 'merged' if info['legal'] else 'merged illegal', rng.choice(MERGED_VARIANTS)
        target = f'{info["kernel"]}.{variant}.cu'
        loops = b.rewritten_loops(info['file'], target, ['--merge', info['factor'], *flags])
        b.counts[what] += 1
        if not isinstance(loops, list):
            b.fail(f'{info["kernel"]} ({info["class"]}) {variant}: runs', loops, info['file'])
            continue
        yes = b'blocks merged into one' in read(b.path(target))
        codes = sorted({x[at] for x in loops for at in ('not_merged', 'code') if x[at]})
        for form in info['forms']:
            b.counts[f'form {form}: {"accepted" if yes else "refused"}'] += 1
        if yes and not info['legal']:
            b.fail(f'{info["kernel"]} ({info["class"]}) {variant}: is not merged', info['factor'], info['file'], target)
        elif yes:
            b.counts['accepted'] += 1
            b.counts[f'accepted {info["factor"]}'] += 1
            work.append((info, target, {'values': info['runs'], 'tiles': 1}))
        elif info['legal']:
            b.counts['refused ' + (', '.join(codes) or 'without a reason')] += 1
        elif not set(codes) & set(info['codes']):
            b.counts[f'other reason: {info["class"]} {", ".join(codes) or "-"}'] += 1
    prove_all(b, compiler, work)
    return b.result()


def laid_out(compiler, seed, number, folder, size=BATCH):
    """Kernels whose shared arrays may get other rows; those of one in four must keep their length."""
    b = Batch('laid', number, folder)
    rng = random.Random(f'{seed}/campaign/laid/{number}')
    work = []
    for index in range(number * size, (number + 1) * size):
        info = b.add(*laid.make(seed, index, index % 4 == 3))
        what, (variant, flags) = 'laid' if info['legal'] else 'laid illegal', rng.choice(MERGED_VARIANTS)
        target = f'{info["kernel"]}.{variant}.cu'
        loops = b.rewritten_loops(info['file'], target, ['--layout', 'auto', *flags])
        b.counts[what] += 1
        if not isinstance(loops, list):
            b.fail(f'{info["kernel"]} ({info["class"]}) {variant}: runs', loops, info['file'])
            continue
        yes = b': layout: ' in read(b.path(target))
        codes = sorted({x[at] for x in loops for at in ('not_laid_out', 'code') if x[at]})
        for form in info['forms']:
            b.counts[f'form {form}: {"accepted" if yes else "refused"}'] += 1
        if not info['legal'] and b'rows of As' in read(b.path(target)):
            b.fail(f'{info["kernel"]} ({info["class"]}) {variant}: keeps its rows', info['codes'], info['file'], target)
        elif yes:
            b.counts['accepted'] += 1
            work.append((info, target, {'values': info['runs'], 'tiles': 1}))
        elif info['legal']:
            b.counts['refused ' + (', '.join(codes) or 'nothing to gain')] += 1
        elif not set(codes) & set(info['codes']):
            b.counts[f'other reason: {info["class"]} {", ".join(codes) or "-"}'] += 1
    prove_all(b, compiler, work)
    return b.result()


RAGGED_VARIANTS = [('cp2', ['--variant', 'cp-async', '--stages', '2'])] * 3 + [
    ('auto', []), ('ring3', ['--variant', 'cp-async', '--stages', '3', '--shape', 'ring']), ('ldg2', ['--variant', 'ldg', '--stages', '2'])]


def ragged_tiles(compiler, seed, number, folder, size=BATCH):
    """Kernels whose last tile is ragged: several buffers only where they are exact, and all that is rewritten is proven."""
    b = Batch('ragged', number, folder)
    rng = random.Random(f'{seed}/campaign/ragged/{number}')
    infos = [b.add(*ragged.make(seed, index)) for index in range(number * size, (number + 1) * size)]
    variant, flags = rng.choice(RAGGED_VARIANTS)
    made, work = b.rewrite(infos, variant, flags), []
    for info in infos:
        several_are_exact = info['legal'] is True
        b.counts['ragged' if several_are_exact else 'ragged illegal'] += 1
        if info['kernel'] not in made:
            continue
        file, outcomes, codes = made[info['kernel']]
        has_several = 'rewritten' in outcomes
        for form in info['forms'] if several_are_exact else []:
            b.counts[f'form {form}: {"accepted" if has_several else "refused"}'] += 1
        if not several_are_exact and (has_several or 'KP612' in codes):  # or only execution has found it to be wrong
            b.fail(f'{info["kernel"]} {variant}: has one buffer', (outcomes, codes, info['class']), info['file'], file)
        elif accepted(outcomes):
            b.counts['accepted' if has_several else 'one buffer'] += 1
            if info['gpu']:
                work.append((info, file, {'values': info['runs']}))
        if not has_several and several_are_exact:
            b.counts['refused ' + (', '.join(codes) or 'one buffer')] += 1
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
    said = proof.compile_batch(compiler, folder, 'pipelined', files, more=b.flags)
    for info in infos:
        b.counts['pipelined'] += 1
        b.counts[f'way {info["way"]}'] += 1
        error = said.get(info['plain'][:-3]) or said.get(info['piped'][:-3])
        rng = random.Random(f'{seed}/campaign/pipelined/{number}/{info["plain"]}')
        runs = [info['runs'][-1], rng.choice(info['runs'][:-1])]
        error = error or judge(b, compiler, info, info['plain'], info['piped'], {'values': runs})
        if 'unknown instruction' in error:
            b.counts['not supported'] += 1  # a clear error is no false alarm
        elif error in FINE:
            b.counts['no alarm' if error == 'proven' else error] += 1
        else:
            b.fail(f'{info["piped"]} ({info["way"]})', error, info['plain'], info['piped'], info['case'])
    b.bound_idle(len(infos))
    return b.result()


KINDS = {'legal': legal, 'illegal': illegal, 'pipelined': correct, 'copies': untwisted, 'twisted': twisted, 'world': hidden,
         'merged': merged_blocks, 'laid': laid_out, 'ragged': ragged_tiles}
# What a kind counts towards the number that was asked for.
COUNTED = {'legal': 'proven', 'illegal': 'illegal', 'pipelined': 'pipelined', 'copies': 'copies', 'twisted': 'twisted', 'world': 'world',
           'merged': 'proven', 'laid': 'proven', 'ragged': 'ragged'}
