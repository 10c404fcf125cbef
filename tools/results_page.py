"""The data and page halves of tools/results: docs/data holds one file per run, docs/user/choices.md and its plots show
them. Python standard library only."""
import html
import json
import math

from gpu_check import Broken

SLOW = 0.98  # below this a kernel has lost
LEFT_ALONE = 'original'
# What `rewrite` writes with these flags is measured beside the plans, unless it leaves the kernel alone.
BESIDE = {'fast': ['--fast'], 'merge': ['--merge', 'auto', '--case']}


# ------------------------------------------------------------------------------------------------
# A run as a file.

def version_data(v, predicted):
    """What is kept of one version: its speedups (median, 95% interval), those at other sizes, and what was predicted."""
    out = {'label': v['label']}
    if v['status'] != 'ok' or v['bits_equal'] is False:
        return {**out, 'wrong': v['status']}
    speedup = v['speedup'] or {'median': 1, 'low': 1, 'high': 1}
    out['speedup'] = [round(speedup[k], 4) for k in ('median', 'low', 'high')]
    also = {x['size'].split(',')[0]: round(x['speedup']['median'], 4) for x in v.get('also') or [] if x['speedup']}
    more = {'also': also, 'predicted': predicted, 'registers': v.get('registers'), 'blocks': v.get('blocks_per_sm')}
    return {**out, **{k: x for k, x in more.items() if x}}


def kernel_data(name, found):
    """None where the kernel was not measured."""
    m = found.get('measurement') or {'versions': []}
    original = next((v for v in m['versions'] if v['label'] == LEFT_ALONE), {})
    if not original.get('ms'):
        return None
    times = {x['label']: x['built']['predicted_time'] for x in found['tries'] if x.get('built')}
    predicted = {label: round(1 / t, 4) for label, t in times.items() if t}
    versions = [version_data(v, predicted.get(v['label'])) for v in m['versions'] if not v.get('unchecked')]
    labels = {v['label'] for v in versions}
    takes = {who: who if who in labels else LEFT_ALONE for who in BESIDE}
    default = (found.get('default') or {}).get('label')
    return {'name': name, 'ms': round(original['ms']['median'], 5), 'sizes': m.get('sizes'),
            'takes': {'rewrite': default, **takes}, 'versions': versions}


def lettered(names):
    """A, B .. for what stands before the first _ of the names."""
    owners = sorted({n.split('_')[0] for n in names})
    letters = [chr(65 + i) if i < 26 else 'A' + chr(65 + i - 26) for i in range(len(owners))]
    return {n: f'{letters[owners.index(n.split("_")[0])]}: {n.partition("_")[2]}' for n in names}


def print_data(rule, found, letters):
    """One line per kernel, so that a diff of two runs can be read."""
    title, _, rule = rule.strip().partition('\n')
    names = lettered(found) if letters else {n: n for n in found}
    kernels = [k for k in (kernel_data(names[n], found[n]) for n in sorted(found)) if k]
    if not kernels:
        raise Broken('nothing of these kernels was measured')
    for who in BESIDE:
        if not any(v['label'] == who for k in kernels for v in k['versions']):  # this run did not ask for it
            for k in kernels:
                k['takes'][who] = None
    m = next(f['measurement'] for f in found.values() if f.get('measurement'))
    head = {'title': title or 'Kernels', 'rule': ' '.join(rule.split()), 'device': m['machine']['device'], 'arch': m['arch'],
            'date': m['date'], 'kpipe': m['kpipe']}
    print('{', *(f'  {json.dumps(k)}: {json.dumps(v)},' for k, v in head.items()), '  "kernels": [', sep='\n')
    print(',\n'.join('    ' + json.dumps(k) for k in kernels), '  ]', '}', sep='\n')


# ------------------------------------------------------------------------------------------------
# A run that was read again.

class Kernel:
    def __init__(self, of):
        self.name, self.ms, self.takes = of['name'], of['ms'], of['takes']
        self.versions = {v['label']: v for v in of['versions']}
        self.wrong = [v['label'] for v in of['versions'] if 'wrong' in v]

    def speedup(self, label):
        """None: it was not measured, or not right."""
        v = self.versions.get(label)
        return v['speedup'][0] if v and 'speedup' in v else None

    def taken(self, who):
        return self.speedup(self.takes[who]) if self.takes[who] else None

    def best(self, merged):
        """The label of the fastest plan with or without merged blocks; None: there is none."""
        plans = [label for label in self.versions if (' blocks' in label) == merged and
                 label not in BESIDE and self.speedup(label)]
        return max(plans, key=self.speedup, default=None)

    def regret(self):
        return self.speedup(self.best(False)) / self.taken('rewrite') - 1

    def other_sides(self, who='rewrite'):
        return (self.versions.get(self.takes[who]) or {}).get('also', {})


def geometric_mean(values):
    return math.exp(sum(map(math.log, values)) / len(values))


class Run:
    def __init__(self, path):
        try:
            of = json.loads(path.read_text(encoding='utf-8'))
            self.kernels = [Kernel(k) for k in of['kernels']]
            self.title, self.rule, self.date = of['title'], of['rule'], of['date'].split('T')[0]
            self.device, self.arch, self.name = of['device'], of['arch'], path.stem
        except (ValueError, KeyError, TypeError) as e:
            raise Broken(f'{path}: {e!r}') from e

    def reached(self, who):
        return [x for x in (k.taken(who) for k in self.kernels) if x]

    def summary(self):
        """A row of the table of all runs."""
        cells = [f'[{self.title}](#{anchor(self.heading())})', self.device.removeprefix('NVIDIA ').split()[0], str(len(self.kernels))]
        for who in ('rewrite', 'fast', 'merge'):
            x = self.reached(who)
            cells.append(f'{geometric_mean(x):.3f}x; {min(x):.3f}x; {sum(v < SLOW for v in x)}' if x else '-')
        regrets = [k.regret() for k in self.kernels if k.taken('rewrite')]
        cells.append(f'{100 * sum(regrets) / len(regrets):.1f}%; {100 * max(regrets):.0f}%' if regrets else '-')
        cells += [self.least_side(who) for who in ('rewrite', 'fast')]
        return '| ' + ' | '.join(cells) + ' |'

    def least_side(self, who):
        sides = [x for k in self.kernels for x in k.other_sides(who).values()]
        return f'{min(sides):.3f}x; {sum(x < SLOW for x in sides)} of {len(sides)}' if sides else '-'

    def heading(self):
        return f'{self.title}, {self.device}'


def anchor(heading):
    """As forges make them of headings."""
    return ''.join(c for c in heading.lower().replace(' ', '-') if c.isalnum() or c in '-_')


# ------------------------------------------------------------------------------------------------
# The plot: measured speedup against predicted, both logarithmic.

WIDE, HIGH, LEFT, TOP = 640, 420, 52, 14  # of the plot; the axes' texts stand left of it and below
TICKS = (0.5, 0.7, 1, 1.5, 2, 3, 4, 6)


class Axes:
    def __init__(self, points):
        values = [x for p in points for x in p[:2]] + [0.9, 1.5]
        self.low, self.high = math.log(min(values)) - 0.05, math.log(max(values)) + 0.05

    def at(self, predicted, measured):
        def part(v):
            return (math.log(v) - self.low) / (self.high - self.low)
        return LEFT + WIDE * part(predicted), TOP + HIGH * (1 - part(measured))

    def ticks(self):
        return [t for t in TICKS if self.low < math.log(t) < self.high]


def points_of(run):
    """(predicted, measured, kernel, whether `rewrite` takes it) of every version with both."""
    return [(v['predicted'], v['speedup'][0], k.name, label == k.takes['rewrite'])
            for k in run.kernels for label, v in k.versions.items() if 'speedup' in v and 'predicted' in v]


def svg(run):
    points = points_of(run)
    axes = Axes(points)
    (x0, y1), (x1, y0) = (LEFT, TOP + HIGH), (LEFT + WIDE, TOP)
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDE + LEFT + 20}" height="{HIGH + TOP + 46}" '
           'font-family="sans-serif" font-size="11">', '<rect width="100%" height="100%" fill="#fff"/>',
           f'<rect x="{x0}" y="{y0}" width="{WIDE}" height="{HIGH}" fill="none" stroke="#888"/>']
    for t in axes.ticks():
        x, y = axes.at(t, t)
        out += [f'<path d="M{x:.1f} {y0}V{y1}M{x0} {y:.1f}H{x1}" stroke="{"#888" if t == 1 else "#ddd"}"/>',
                f'<text x="{x:.1f}" y="{y1 + 14}" text-anchor="middle">{t:g}x</text>',
                f'<text x="{x0 - 5}" y="{y + 4:.1f}" text-anchor="end">{t:g}x</text>']
    out += [f'<path d="M{x0} {y1}L{x1} {y0}" stroke="#888" stroke-dasharray="4 3"/>',
            f'<text x="{LEFT + WIDE / 2}" y="{y1 + 34}" text-anchor="middle">predicted</text>',
            f'<text transform="translate(12 {TOP + HIGH / 2}) rotate(-90)" text-anchor="middle">measured</text>']
    below = -HIGH  # where the last name stands
    for predicted, measured, name, is_taken in sorted(points, key=lambda p: (p[3], -p[1])):
        x, y = axes.at(predicted, measured)
        lost = is_taken and measured < SLOW
        style = f'r="4" fill="{"#c22" if lost else "#16a"}"' if is_taken else 'r="2" fill="#bbb"'
        out.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" {style}><title>{html.escape(name)}: {predicted:.2f}x predicted, '
                   f'{measured:.3f}x</title></circle>')
        if lost:
            below = max(y + 4, below + 12)
            out.append(f'<text x="{x + 6:.1f}" y="{below:.1f}">{html.escape(name)}</text>')
    return '\n'.join(out) + '\n</svg>\n'


# ------------------------------------------------------------------------------------------------
# The page.

HEAD = f"""# What kpipe chooses, measured

This page and its plots are made by `tools/results page` from the files in [docs/data](../data), one per run; each holds every
version that was measured, with its interval. How a run is made stands in `tools/results --help`, how is measured in
[bench.md](bench.md), how the time is predicted in [time.md](../dev/time.md).

Everything is the speedup over the kernel as it was written, in the same interleaved run, with the L2 cache flushed; all
outputs equal the original's bit for bit where nothing else is said. `rewrite` has the case file and nvcc, `--fast` the source
alone, `--merge auto` may merge blocks, too. Each cell of the summary: geometric mean; the least; how many are below {SLOW}x.
*Regret*: how much faster the best plan without merged blocks is than what `rewrite` takes; on average; the most.
*Other side*: at awkward sizes (`odd`) and with pointers that are not aligned (`shifted`), where the run-time tests take the other
branch.

| kernels | GPU | | `rewrite` | `--fast` | `--merge auto` | regret | other side | of `--fast` |
|---|---|--:|---|---|---|---|---|---|
"""
COLUMNS = """| kernel | ms | `rewrite` | predicted | other side | `--fast` | other side | `--merge auto` | best plan | best merged | regret |
|---|--:|---|--:|---|--:|---|--:|---|---|--:|"""


def x(value, unknown='-'):
    return f'{value:.3f}x' if value else unknown


def row(k):
    def plan(label):
        return 'left alone' if label == LEFT_ALONE else f'{x(k.speedup(label))} {label}' if label else '-'

    def alone(who):
        return 'left alone' if k.takes[who] == LEFT_ALONE else x(k.taken(who))
    default = k.versions.get(k.takes['rewrite']) or {}
    def sides(who):
        return ', '.join(f'{x(v)} {size}' for size, v in k.other_sides(who).items()) or '-'
    regret = f'{100 * k.regret():.1f}%' if k.taken('rewrite') else '-'
    return (f'| {k.name} | {k.ms:.4g} | {plan(k.takes["rewrite"])} | {x(default.get("predicted"))} | {sides("rewrite")} | {alone("fast")} | '
            f'{sides("fast")} | '
            f'{alone("merge")} | {plan(k.best(False))} | {plan(k.best(True))} | {regret} |')


def chapter(run):
    lost = [k for k in run.kernels if (k.taken('rewrite') or 1) < SLOW]
    wrong = [f'{k.name}: {label}' for k in run.kernels for label in k.wrong]
    out = [f'## {run.heading()}', f'{run.date}, built for {run.arch}. {run.rule}',
           f'`rewrite` loses on {len(lost)} of {len(run.kernels)}' + (': ' + ', '.join(k.name for k in lost) if lost else '') + '.',
           f'![gain against prediction](choices-{run.name}.svg)',
           'A dot is what `rewrite` takes, red where it loses; grey are all other plans. On the dashed line the prediction is right.',
           '\n'.join([COLUMNS, *map(row, sorted(run.kernels, key=lambda k: k.taken('rewrite') or 0))])]
    if wrong:
        out.append('Not run, or not right, and so no plan: ' + ', '.join(wrong) + '.')
    return '\n\n'.join(out) + '\n'


def write_page(docs, only_check):
    runs = [Run(p) for p in sorted((docs / 'data').glob('*.json'), reverse=True)]
    if not runs:
        raise Broken(f'{docs / "data"} holds no run')
    files = {docs / 'user' / f'choices-{r.name}.svg': svg(r) for r in runs}
    files[docs / 'user' / 'choices.md'] = HEAD + '\n'.join(r.summary() for r in runs) + '\n\n' + '\n'.join(map(chapter, runs))
    stale = [p for p in docs.glob('user/choices-*.svg') if p not in files]
    stale += [p for p, text in files.items() if not p.exists() or p.read_text(encoding='utf-8') != text]
    if only_check and stale:
        raise Broken(f'not made from {docs / "data"}: ' + ', '.join(sorted(p.name for p in stale)) + '; run tools/results page')
    for p in [] if only_check else stale:
        if p in files:
            p.write_text(files[p], encoding='utf-8')
        else:
            p.unlink()
