import { randomStream, type RandomStream } from '../src/domain/random.js';
import type { FuzzInput } from './fuzz-reader.js';

/** Longest input; what grows wrongly shows itself long before. */
const LONGEST = 100_000;
const MOST_CHANGES = 4;
const DEEP = 3000;

const PIECES: readonly string[] = [
  ...'{ } [ ] ( ) < > " \' ` , : ; = | / \\ # & % $ @ ! ? * + - _ ~ ^ .'.split(' '),
  '\n',
  '\r\n',
  '\t',
  ' ',
  '\0',
  '\uFEFF',
  '\u2028',
  '\u202E',
  '\u0301',
  '\uD800',
  '\uDC00',
  '😀',
  '咖啡',
  '（',
  '）',
  '，',
  '：',
  '“',
  '”',
  '\u00A0',
  '\u3000',
  'İ',
  'ß',
  '١',
  '１',
  'null',
  'true',
  'NaN',
  'Infinity',
  'undefined',
  'None',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '-0',
  '-1',
  '0',
  '1e308',
  '1e999',
  '-1e999',
  '9007199254740993',
  '4294967296',
  '2147483648',
  '0x10',
  '1_000',
  '99999999999999999999999999',
  '1.7976931348623157e308',
  '5e-324',
  '007',
  '+1',
  '1.',
  '.5',
  '"__proto__":{"x":1},',
  '{"toString":1}',
  '{"length":1e9}',
  '[[[[',
  '{"a":',
  '<!--',
  ']]>',
  '&#0;',
  '&#x110000;',
  '../',
  '/dev/null',
  'C:\\',
  '%00',
  '${x}',
  '$(x)',
  '<answer>',
  '</answer>',
  '<think>',
  'Action:',
  '```',
];
/** JSON, since only it makes a key `__proto__`. */
const VALUES: readonly string[] = [
  'null',
  'true',
  'false',
  '0',
  '-0',
  '-1',
  '0.5',
  '1e308',
  '-1e308',
  '9007199254740993',
  '4294967296',
  '1e-320',
  '""',
  '" "',
  '"\\u0000"',
  '"\\ud800"',
  '"\\u202e"',
  '"x"',
  '"1"',
  '"-1"',
  '"NaN"',
  '"__proto__"',
  '"constructor"',
  '{}',
  '[]',
  '[null]',
  '[[]]',
  '[{}]',
  '{"toString":1}',
  '{"toString":null,"valueOf":null}',
  '{"length":1e9}',
  '{"__proto__":{"x":1}}',
  '{"constructor":{"prototype":{}}}',
  '{"toJSON":1}',
  '{"then":1}',
  '{"":""}',
  '"1970-01-01"',
  '[0,0,0,0]',
  '[-1,-1]',
  '[1e308,1e308]',
  '[1,2,3,4,5]',
  '"[0,0][1,1]"',
  '{"x":1,"y":2,"space":"pixel"}',
];
const KEYS: readonly string[] = [
  '__proto__',
  'constructor',
  'toString',
  'length',
  'then',
  '',
  '0',
  '\0',
  'x',
];

/** The input that seed and index name, made from the samples of a reader: the same on every machine. */
export function changeInput(
  samples: readonly FuzzInput[],
  { reader, seed, index }: { readonly reader: string; readonly seed: number; readonly index: number },
): FuzzInput {
  const random = randomStream('fuzz', reader, seed, index);
  const sample = pick(samples, random);
  if (sample === undefined) return { type: 'text', text: '' };
  // As it is, now and then: a reader that refuses what it should take would pass otherwise.
  if (random.below(50) === 0) return sample;
  switch (sample.type) {
    case 'text': {
      const others = samples.flatMap((other) => (other.type === 'text' ? [other.text] : []));
      return { type: 'text', text: changeText(sample.text, others, random) };
    }
    case 'value':
      return { type: 'value', value: changeValue(sample.value, random) };
    case 'bytes': {
      const others = samples.flatMap((other) => (other.type === 'bytes' ? [other.bytes] : []));
      return { type: 'bytes', bytes: changeBytes(Buffer.from(sample.bytes), others, random) };
    }
    default:
      return sample satisfies never;
  }
}

function changeText(sample: string, others: readonly string[], random: RandomStream): string {
  const structured = random.below(2) === 0 ? changeJson(sample, random) : null;
  let text = structured ?? sample;
  if (structured !== null && random.below(3) > 0) return text.slice(0, LONGEST);
  const changes = 1 + random.below(MOST_CHANGES);
  for (let change = 0; change < changes; change += 1) text = changeOnce(text, others, random);
  return text.slice(0, LONGEST);
}

function changeOnce(text: string, others: readonly string[], random: RandomStream): string {
  const from = random.below(text.length + 1);
  const to = Math.min(text.length, from + 1 + random.below(random.below(4) === 0 ? text.length + 1 : 8));
  const piece = pick(PIECES, random) ?? '';
  switch (random.below(9)) {
    case 0:
      return text.slice(0, from);
    case 1:
      return text.slice(0, from) + text.slice(to);
    case 2:
      return text.slice(0, to) + text.slice(from);
    case 3:
      return text.slice(0, from) + piece + text.slice(from);
    case 4:
      return text.slice(0, from) + piece + text.slice(to);
    case 5: {
      const other = pick(others, random) ?? '';
      return text.slice(0, from) + other.slice(random.below(other.length + 1));
    }
    case 6:
      return (
        text.slice(0, from) +
        piece.repeat(1 + random.below(random.below(10) === 0 ? DEEP : 20)) +
        text.slice(from)
      );
    case 7:
      return (
        text.slice(0, from) +
        String.fromCharCode(random.below(0x10000)) +
        text.slice(Math.min(text.length, from + 1))
      );
    default: {
      // Some number becomes another.
      const numbers = [...text.slice(0, LONGEST).matchAll(/\d+/g)];
      const found = pick(numbers, random);
      if (found === undefined) return text + piece;
      const odd =
        pick(['0', '-1', '1e999', '99999999999999999999', '2147483648', '0.1', '65536'], random) ?? '';
      return text.slice(0, found.index) + odd + text.slice(found.index + found[0].length);
    }
  }
}

/** The text with a value within it changed, where it is JSON or JSON Lines; null where it is neither. */
function changeJson(text: string, random: RandomStream): string | null {
  const whole = parsed(text);
  if (whole !== undefined) return printed(changeValue(whole.value, random));
  const lines = text.split('\n');
  const at = random.below(lines.length);
  const line = parsed(lines[at] ?? '');
  if (line === undefined) return null;
  return lines.with(at, printed(changeValue(line.value, random))).join('\n');
}

function parsed(text: string): { readonly value: unknown } | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}

function printed(value: unknown): string {
  return JSON.stringify(value) ?? 'null';
}

function changeBytes(sample: Buffer, others: readonly Uint8Array[], random: RandomStream): Buffer {
  // What is text is changed as text, mostly.
  if (!sample.subarray(0, 2000).includes(0) && random.below(4) > 0) {
    const texts = others.map((other) => Buffer.from(other).toString('utf8'));
    return Buffer.from(changeText(sample.toString('utf8'), texts, random), 'utf8');
  }
  let bytes = Buffer.from(sample);
  const changes = 1 + random.below(MOST_CHANGES);
  for (let change = 0; change < changes; change += 1) {
    const from = random.below(bytes.length + 1);
    const to = Math.min(bytes.length, from + 1 + random.below(16));
    switch (random.below(6)) {
      case 0:
        bytes = bytes.subarray(0, from);
        break;
      case 1:
        bytes = Buffer.concat([bytes.subarray(0, from), bytes.subarray(to)]);
        break;
      case 2:
        bytes = Buffer.concat([bytes.subarray(0, to), bytes.subarray(from)]);
        break;
      case 3: {
        const other = pick(others, random) ?? bytes;
        bytes = Buffer.concat([bytes.subarray(0, from), other.subarray(random.below(other.length + 1))]);
        break;
      }
      case 4: {
        const odd = pick([0, 0x7f, 0x80, 0xff, 0x0a, 0x22, 0x5b], random) ?? 0;
        bytes = Buffer.concat([
          bytes.subarray(0, from),
          Buffer.alloc(1 + random.below(9), odd),
          bytes.subarray(to),
        ]);
        break;
      }
      default:
        bytes = Buffer.from(bytes);
        if (from < bytes.length) bytes[from] = (bytes[from] ?? 0) ^ (1 << random.below(8));
    }
  }
  return bytes.subarray(0, LONGEST);
}

/** The value with one to a few things within it replaced, removed, renamed or nested. The given one stays as it is. */
function changeValue(value: unknown, random: RandomStream): unknown {
  let changed = value;
  const changes = 1 + random.below(MOST_CHANGES);
  for (let change = 0; change < changes; change += 1) changed = changeWithin(changed, random, 0);
  return changed;
}

function changeWithin(value: unknown, random: RandomStream, depth: number): unknown {
  const isInner = typeof value === 'object' && value !== null && Object.keys(value).length > 0;
  if (!isInner || depth > 40 || random.below(6) === 0) return replacement(value, random);
  if (Array.isArray(value)) {
    const list = [...(value as unknown[])];
    const at = random.below(list.length);
    const kind = random.below(12);
    if (kind === 0) list.splice(at, 1);
    else if (kind === 1) list.splice(at, 0, list[random.below(list.length)]);
    else list[at] = changeWithin(list[at], random, depth + 1);
    return list;
  }
  const entries = Object.entries(value);
  const at = random.below(entries.length);
  const [key, inner] = entries[at] ?? ['', null];
  const kind = random.below(12);
  if (kind === 0) entries.splice(at, 1);
  else if (kind === 1) entries[at] = [pick(KEYS, random) ?? '', inner];
  else if (kind === 2) entries.push([pick(KEYS, random) ?? '', oddValue(random)]);
  else entries[at] = [key, changeWithin(inner, random, depth + 1)];
  return ownEntries(entries);
}

/** `Object.fromEntries` sets even `__proto__` as a property of its own, as `JSON.parse` does. */
function ownEntries(entries: readonly (readonly [string, unknown])[]): unknown {
  return Object.fromEntries(entries);
}

function replacement(value: unknown, random: RandomStream): unknown {
  switch (random.below(7)) {
    case 0:
      return [value];
    case 1:
      return { x: value };
    case 2:
      return typeof value === 'string' ? changeOnce(value, PIECES, random) : oddValue(random);
    case 3:
      return typeof value === 'number'
        ? value * (pick([-1, 0.5, 1e9, 1e300], random) ?? 1)
        : oddValue(random);
    case 4: {
      let deep: unknown = value;
      for (let level = random.below(10) === 0 ? DEEP : 5; level > 0; level -= 1) deep = [deep];
      return deep;
    }
    default:
      return oddValue(random);
  }
}

function oddValue(random: RandomStream): unknown {
  return JSON.parse(pick(VALUES, random) ?? 'null') as unknown;
}

function pick<T>(items: readonly T[], random: RandomStream): T | undefined {
  return items[random.below(items.length)];
}
