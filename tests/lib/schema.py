"""JSON Schema, as much of it as the schemas of this tree use: type, enum, const, pattern, minimum, minItems,
properties, required, additionalProperties, items, $ref within the document."""
import json
import re

TYPES = {'object': dict, 'array': list, 'string': str, 'boolean': bool, 'null': type(None)}
WORDS = {'$schema', '$id', '$defs', 'title', 'description', 'type', 'enum', 'const', 'pattern', 'minimum', 'minItems',
         'properties', 'required', 'additionalProperties', 'items', '$ref'}


def is_type(value, name):
    if name in ('integer', 'number'):
        return not isinstance(value, bool) and isinstance(value, int if name == 'integer' else (int, float))
    return isinstance(value, TYPES[name])


def problems(value, schema, closed=False, root=None, at='$'):
    """What is wrong, as lines. `closed`: no property but those that are named, whatever the schema says."""
    root = root or schema
    if '$ref' in schema:
        return problems(value, root['$defs'][schema['$ref'].split('/')[-1]], closed, root, at)
    found = [f'{at}: unknown word {word}' for word in schema if word not in WORDS]
    types = schema.get('type', [])
    types = types if isinstance(types, list) else [types]
    if types and not any(is_type(value, t) for t in types):
        return found + [f'{at}: {json.dumps(value)[:60]} is no {" or ".join(types)}']
    if 'enum' in schema and value not in schema['enum']:
        found.append(f'{at}: {value!r} is none of {schema["enum"]}')
    if 'const' in schema and value != schema['const']:
        found.append(f'{at}: {value!r} is not {schema["const"]!r}')
    if isinstance(value, str) and 'pattern' in schema and not re.search(schema['pattern'], value):
        found.append(f'{at}: {value!r} does not fit {schema["pattern"]}')
    if isinstance(value, (int, float)) and value < schema.get('minimum', value):
        found.append(f'{at}: {value} is less than {schema["minimum"]}')
    if isinstance(value, list):
        if len(value) < schema.get('minItems', 0):
            found.append(f'{at}: too few')
        for i, item in enumerate(value):
            found += problems(item, schema.get('items', {}), closed, root, f'{at}[{i}]')
    if isinstance(value, dict):
        named, others = schema.get('properties', {}), schema.get('additionalProperties', not (closed and 'properties' in schema))
        found += [f'{at}: {name} is missing' for name in schema.get('required', []) if name not in value]
        for name, item in value.items():
            if name in named:
                found += problems(item, named[name], closed, root, f'{at}.{name}')
            elif others is False:
                found.append(f'{at}: {name} is not known')
            elif isinstance(others, dict):
                found += problems(item, others, closed, root, f'{at}.{name}')
    return found
