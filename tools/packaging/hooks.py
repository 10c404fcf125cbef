"""A repository for pre-commit with the hooks of this one, which install the wheel by themselves, and pre-commit run on it."""
import glob
import os
import re
import shutil
import subprocess

import wheel
from place import KERNEL, ROOT

PROJECT = '''[build-system]
requires = ["setuptools"]
build-backend = "setuptools.build_meta"

[project]
name = "kpipe-hooks"
version = "{0}"
dependencies = ["{1}=={0}"]

[tool.setuptools]
py-modules = []
'''
CONFIG = 'repos:\n- repo: {}\n  rev: {}\n  hooks:\n  - id: {}\n'
LOCAL = '''repos:
- repo: local
  hooks:
  - id: kpipe-check
    name: kpipe check
    entry: kpipe check --worth
    language: python
    additional_dependencies: [{}=={}]
    types_or: [cuda]
'''


def write_repository(place):
    folder = place.folder('hooks')
    with open(os.path.join(ROOT, '.pre-commit-hooks.yaml'), encoding='utf-8') as f:
        text = f.read()
    place.check('hooks: two that can be changed', text.count('\n  language: system\n') == 2, text)
    text = re.sub(r'\A(#.*\n)*', '# pre-commit installs the wheel of kpipe.\n', text)
    with open(os.path.join(folder, '.pre-commit-hooks.yaml'), 'w', encoding='utf-8') as f:
        f.write(text.replace('  language: system', '  language: python'))
    with open(os.path.join(folder, 'pyproject.toml'), 'w', encoding='utf-8') as f:
        f.write(PROJECT.format(place.version, wheel.NAME))
    return folder


def make(place):
    made = glob.glob(os.path.join(place.top, '*.whl'))
    hooks = write_repository(place)
    if not made:
        return place.skip('hooks', 'no wheel; tools/package wheel makes one')
    work = place.folder('hooks-try')
    env = {**place.env, 'HOME': work, 'PATH': '/usr/local/bin:/usr/bin:/bin', 'GIT_CONFIG_NOSYSTEM': '1', 'GIT_CONFIG_COUNT': '1',
           'GIT_CONFIG_KEY_0': 'protocol.file.allow', 'GIT_CONFIG_VALUE_0': 'always', 'GIT_AUTHOR_NAME': 'a',
           'GIT_AUTHOR_EMAIL': 'a@b', 'GIT_COMMITTER_NAME': 'a', 'GIT_COMMITTER_EMAIL': 'a@b',
           'PIP_FIND_LINKS': f'{place.top} {wheel.libclang(place, wheel.tools(place))}'}
    project, copy = os.path.join(work, 'project'), os.path.join(work, 'hooks')
    shutil.copytree(hooks, copy)
    os.mkdir(project)
    for folder in (copy, project):
        place.run('git init', 'git', 'init', '-q', folder, env=env)
    place.run('git', 'git', '-C', copy, 'add', '.', env=env)
    place.run('git', 'git', '-C', copy, 'commit', '-qm', 'hooks', env=env)
    revision = place.run('git', 'git', '-C', copy, 'rev-parse', 'HEAD', env=env).strip()
    kernel = os.path.join(project, 'a kernel.cu')

    def run(config):
        with open(os.path.join(project, '.pre-commit-config.yaml'), 'w', encoding='utf-8') as f:
            f.write(config)
        place.run('git', 'git', '-C', project, 'add', '.', env=env)
        p = subprocess.run([os.path.join(place.cache, 'tools', 'bin', 'pre-commit'), 'run', '--all-files', '--color=never'],
                           cwd=project, env=env, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        return p.returncode, p.stdout
    shutil.copy(KERNEL, kernel)
    code, said = run(CONFIG.format(copy, revision, 'kpipe-check'))
    place.check('hooks: kpipe-check installs itself and finds a loop', code == 1 and 'can be pipelined' in said, said)
    code, said = run(LOCAL.format(wheel.NAME, place.version))
    place.check('hooks: so does a local one', code == 1 and 'can be pipelined' in said, said)
    code, said = run(CONFIG.format(copy, revision, 'kpipe-rewrite'))
    with open(kernel, encoding='utf-8') as f:
        place.check('hooks: kpipe-rewrite changes the file, and fails', code == 1 and 'kp_load' in f.read(), said)
    code, said = run(CONFIG.format(copy, revision, 'kpipe-rewrite'))
    place.check('hooks: and is content with its result', code == 0, said)
