/** An element as the lister names it; coordinates are pixels of the picture it saw. */
export interface ListedElement {
  readonly name: string;
  readonly type: string;
  readonly x: number;
  readonly y: number;
  readonly description: string;
  readonly confidence: number;
}

/** What is taken where an answer names nothing. Source: ColorBench, BFS explorer. */
export const DEFAULT_ELEMENTS: readonly ListedElement[] = [
  { name: 'default_1', type: 'button', x: 500, y: 1000, description: '', confidence: 0.3 },
  { name: 'default_2', type: 'button', x: 100, y: 100, description: '', confidence: 0.3 },
];
/** Confidence of a bare pair of coordinates, and of an element that names none. */
const PAIR_CONFIDENCE = 0.5;

/**
 * The elements of an answer, whatever its JSON has suffered: as it is, repaired, object by object, and last the bare pairs `[x, y]` in
 * it; two defaults where there is nothing. Source: ColorBench, BFS explorer.
 */
export function readElements(answer: string): readonly ListedElement[] {
  const text = jsonPart(answer);
  for (const attempt of [
    () => listIn(text),
    () => listIn(repaired(text)),
    () => objectsIn(text),
    () => pairsIn(answer),
  ]) {
    const found = attempt();
    if (found.length > 0) return found;
  }
  return DEFAULT_ELEMENTS;
}

function jsonPart(answer: string): string {
  const fenced = /```(?:json)?\s*([\s\S]*?)```/.exec(answer)?.[1] ?? answer;
  const start = fenced.search(/[[{]/);
  return start < 0 ? '' : fenced.slice(start);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function listIn(text: string): ListedElement[] {
  const end = Math.max(text.lastIndexOf('}'), text.lastIndexOf(']'));
  const value = parsed(text.slice(0, end + 1));
  const list = Array.isArray(value) ? value : fieldOf(value, 'clickable_elements');
  return Array.isArray(list) ? list.flatMap(elementOf) : [];
}

/** Comments, single quotes, bare keys and trailing commas put right, and what was not closed closed. */
function repaired(text: string): string {
  const plain = text
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/(^|[\s,{[])\/\/[^\n]*/g, '$1')
    .replaceAll(/'([^'\n]*)'/g, (_, inner: string) => JSON.stringify(inner))
    .replaceAll(/([{,]\s*)([A-Za-z_]\w*)(\s*:)/g, '$1"$2"$3')
    .replaceAll(/,(\s*[}\]])/g, '$1');
  const open: string[] = [];
  let isText = false;
  for (let at = 0; at < plain.length; at += 1) {
    const one = plain[at];
    if (one === '\\' && isText) at += 1;
    else if (one === '"') isText = !isText;
    else if (!isText && (one === '{' || one === '[')) open.push(one === '{' ? '}' : ']');
    else if (!isText && (one === '}' || one === ']')) open.pop();
  }
  return `${plain}${isText ? '"' : ''}`.replace(/,\s*$/, '') + open.toReversed().join('');
}

/** Every object that can be read by itself. */
function objectsIn(text: string): ListedElement[] {
  return [...text.matchAll(/\{[^{}]*\}/g)].flatMap(([one]) =>
    elementOf(parsed(one) ?? parsed(repaired(one))),
  );
}

function pairsIn(text: string): ListedElement[] {
  return [...text.matchAll(/\[\s*(\d+(?:\.\d+)?)\s*,\s*(\d+(?:\.\d+)?)\s*\]/g)].map(([, x, y], index) => ({
    name: `element_${index + 1}`,
    type: 'unknown',
    x: Number(x),
    y: Number(y),
    description: '',
    confidence: PAIR_CONFIDENCE,
  }));
}

function elementOf(value: unknown): ListedElement[] {
  const at = fieldOf(value, 'coordinates');
  if (!Array.isArray(at)) return [];
  const [x, y] = [Number(at[0]), Number(at[1])];
  const name = fieldOf(value, 'element_name');
  if (!Number.isFinite(x) || !Number.isFinite(y) || typeof name !== 'string') return [];
  const text = (key: string): string => {
    const said = fieldOf(value, key);
    return typeof said === 'string' ? said : '';
  };
  const confidence = Number(fieldOf(value, 'confidence') ?? PAIR_CONFIDENCE);
  return [
    {
      name,
      type: text('element_type'),
      x,
      y,
      description: text('description'),
      confidence: Number.isFinite(confidence) ? confidence : PAIR_CONFIDENCE,
    },
  ];
}

function fieldOf(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return (value as Readonly<Record<string, unknown>>)[key];
}
