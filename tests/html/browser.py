"""Chromium without a screen: where it puts the texts of a page."""
import html
import json
import os
import re
import shutil
import subprocess

# Behind the page: boxes as the browser has them. The scripts are the test's, no page has any.
SCRIPT = '''<script>
const outside = [], overlaps = []; let texts = 0;
for (const d of document.querySelectorAll('details')) d.open = true;
for (const svg of document.querySelectorAll('svg[aria-label]')) {
    const box = svg.getBoundingClientRect(), labels = [];
    for (const t of svg.querySelectorAll('text')) {
        const b = t.getBoundingClientRect(); texts++;
        if (b.left < box.left - 1 || b.right > box.right + 1 || b.top < box.top - 2 || b.bottom > box.bottom + 2)
            outside.push([t.textContent, b.left - box.left, b.right - box.right, b.top - box.top, b.bottom - box.bottom]);
        for (const o of labels)
            if (Math.min(b.right, o[1].right) - Math.max(b.left, o[1].left) > 1 &&
                Math.min(b.bottom, o[1].bottom) - Math.max(b.top, o[1].top) > 0.45 * b.height)
                overlaps.push([svg.getAttribute('aria-label'), t.textContent, o[0]]);
        labels.push([t.textContent, b]);
    }
}
const background = +getComputedStyle(document.body).backgroundColor.match(/\\d+/)[0];
const pre = document.createElement('pre'); pre.id = 'measured';
pre.textContent = JSON.stringify({outside, overlaps, texts, background, scroll: document.documentElement.scrollWidth});
document.body.replaceChildren(pre);
</script>'''


def find():
    """The program, or None. One that is named has to be there."""
    if os.environ.get('CHROMIUM'):
        return os.environ['CHROMIUM']
    return next(filter(None, map(shutil.which, ('chromium', 'chromium-browser', 'google-chrome'))), None)


def measure(program, folder, pages, width, dark):
    """What the script found, by page, and what the browser had to say: ({name: .., }, lines). All pages in one run,
    each in a frame, as a window is never narrower than some 500 pixels. Nothing, and why, when it did not run."""
    frames = ''
    for name, page in pages.items():
        with open(page, encoding='utf-8') as f:
            text = f.read()
        with open(os.path.join(folder, f'measured-{name}.html'), 'w', encoding='utf-8') as f:
            f.write(text.replace('</body>', SCRIPT + '</body>'))
        frames += f'<iframe id="{name}" src="measured-{name}.html" style="border:0;width:{width}px;height:900px"></iframe>'
    path = os.path.join(folder, 'frames.html')
    with open(path, 'w', encoding='utf-8') as f:
        f.write(f'<body style="margin:0">{frames}<script>onload = () => document.body.textContent = JSON.stringify('
                'Object.fromEntries([...document.querySelectorAll("iframe")].map(f => '
                '[f.id, JSON.parse(f.contentDocument.getElementById("measured").textContent)])))</script>')
    run = subprocess.run([program, '--headless', '--no-sandbox', '--disable-gpu', '--allow-file-access-from-files',
                          f'--user-data-dir={os.path.join(folder, "profile")}', '--enable-logging=stderr', '--hide-scrollbars',
                          f'--blink-settings=preferredColorScheme={0 if dark else 1}', f'--window-size={max(width, 800)},900',
                          '--dump-dom', 'file://' + path], capture_output=True, timeout=300, check=False)
    found = re.search(r'<body[^>]*>(\{.*\})</body>', run.stdout.decode('utf-8', 'replace'), re.S)
    said = run.stderr.decode('utf-8', 'replace').splitlines()
    if not found:
        return {}, [f'exit {run.returncode}', *said[-20:]]
    return json.loads(html.unescape(found.group(1))), [line for line in said if 'CONSOLE' in line]
