"""A page as a parser sees it: elements, links, facts, and where the texts of its figures stand."""
import collections
import html.parser
import re

VOID = {'meta', 'br', 'img', 'link', 'hr', 'input'}
FOREIGN = {'script', 'link', 'img', 'iframe', 'object', 'embed', 'base', 'audio', 'video', 'image', 'use', 'form'}
FONT = 12


def width_of(text):
    """About, as usual fonts have it: narrow letters, capitals, all others."""
    return FONT * sum(0.3 if c in "iljtrf-.,:;!|'()[] " else 0.75 if c.isupper() or c in 'mw@%&<>+=' else 0.6 for c in text)


class Figure:
    def __init__(self, attributes):
        self.label = attributes['aria-label']
        _, _, self.width, self.height = map(float, attributes['viewbox'].split())
        self.texts = []  # x, y, anchor, class, words
        self.classes = collections.Counter()

    @property
    def words(self):
        return [t[4] for t in self.texts]

    @property
    def axes(self):
        return [t[4] for t in self.texts if t[3] == 'axis']

    @property
    def ticks(self):
        return [(t[0], t[4]) for t in self.texts if t[3] == 'dim' and re.fullmatch(r'[\d.]+', t[4])]

    def outside(self):
        wrong = []
        for x, y, anchor, _, words in self.texts:
            left = x - {'start': 0, 'middle': 0.5, 'end': 1}[anchor] * width_of(words)
            if left < -1 or left + width_of(words) > self.width + 1 or y < FONT * 0.7 or y > self.height:
                wrong.append((words, left, y))
        return wrong


class Page(html.parser.HTMLParser):
    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.stack, self.wrong, self.foreign = [], [], []
        self.tags = collections.Counter()
        self.ids, self.links, self.facts, self.figures = set(), set(), [], []
        self.style = self.text = ''
        self.open_details = 0
        self.figure = None
        self.feed(text)
        self.close()
        self.wrong += [f'{t} is not closed' for t in self.stack]
        self.foreign += re.findall(r'url\(|@import|https?:', self.style)

    def handle_starttag(self, tag, attrs):
        a = dict(attrs)
        self.tags[tag] += 1
        if tag not in VOID:
            self.stack.append(tag)
        self.element(tag, a)

    def handle_startendtag(self, tag, attrs):
        self.tags[tag] += 1
        self.element(tag, dict(attrs))

    def element(self, tag, a):
        if tag in FOREIGN or any(k == 'src' or k.startswith('on') or (k.endswith('href') and not v.startswith('#')) for k, v in a.items()):
            self.foreign.append((tag, a))
        if 'id' in a:
            if a['id'] in self.ids:
                self.wrong.append(f'{a["id"]} twice')
            self.ids.add(a['id'])
        if 'href' in a:
            self.links.add(a['href'][1:])
        self.open_details += tag == 'details' and 'open' in a
        if tag == 'svg' and 'aria-label' in a:
            self.figure = Figure(a)
            self.figures.append(self.figure)
        elif self.figure and tag == 'text':
            self.figure.texts.append((float(a['x']), float(a['y']), a.get('text-anchor', 'start'), a.get('class', ''), ''))
        elif self.figure:
            self.figure.classes[a.get('class', '').split(' ')[0]] += 1
        if tag in ('dt', 'dd'):
            self.facts.append('') if tag == 'dt' else self.facts.append((self.facts.pop(), ''))

    def handle_endtag(self, tag):
        if not self.stack or self.stack[-1] != tag:
            self.wrong.append(f'</{tag}> in {self.stack[-3:]}')
        else:
            self.stack.pop()
        if tag == 'svg':
            self.figure = None

    def handle_data(self, data):
        where = self.stack[-1] if self.stack else ''
        if where == 'style':
            self.style += data
            return
        self.text += data
        if self.figure and where == 'text':
            *place, words = self.figure.texts[-1]
            self.figure.texts[-1] = (*place, words + data)
        elif where == 'dt':
            self.facts[-1] += data
        elif where == 'dd':
            self.facts[-1] = (self.facts[-1][0], self.facts[-1][1] + data.rstrip('\n'))
