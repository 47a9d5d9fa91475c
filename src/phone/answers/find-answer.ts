import { Worker } from 'node:worker_threads';
import { AnswerRuleError } from './answer-rule-error.js';
import { parseJsonPath, textAt, type JsonStep } from './json-path.js';

/** What a command printed last, without colours. */
export interface PrintedOutput {
  readonly text: string;
  /** Number of its first line, from 1, since earlier ones may be left out. */
  readonly firstLine: number;
}

export interface FoundAnswer {
  readonly text: string;
  readonly output: 'stdout' | 'stderr';
  /** Line on which it begins, from 1. */
  readonly line: number;
}

/** UTF-16 units of a rule. */
const LONGEST_RULE = 2_000;
/** UTF-16 units of an answer. */
const LONGEST_ANSWER = 10_000;
/** Milliseconds that a pattern may take for all of the output. */
const PATIENCE_MS = 2_000;
const MEMORY = { maxOldGenerationSizeMb: 256 };
const TOO_LONG =
  'Repetitions within repetitions, such as (a+)+, can take for ever. Anchor the pattern to the beginning of a line: ^Answer: (.*)';
/** JSON documents of several lines that are tried, from the end. */
const MOST_DOCUMENTS = 20;

/**
 * What finds an agent's answer in what it printed: a path into JSON where it begins with `$.` or `$[`, else a regular
 * expression of JavaScript (flags `gm`), which may name its group `answer`.
 *
 * @throws {AnswerRuleError} for a text that is neither
 */
export function checkAnswerRule(rule: string): void {
  if (rule.length > LONGEST_RULE) {
    throw new AnswerRuleError(`the answer's pattern is longer than ${LONGEST_RULE} characters`);
  }
  if (isJsonPath(rule)) {
    parseJsonPath(rule);
    return;
  }
  try {
    RegExp(rule, 'gm');
  } catch (cause) {
    throw new AnswerRuleError(`the answer's pattern is no regular expression: ${rule}`, {
      hint: `${cause instanceof Error ? cause.message : 'It cannot be read'}. The answer is its group "answer", or its first group, or all of it.`,
      cause,
    });
  }
}

/**
 * The last that the rule finds in the output, on stdout before stderr; null where it finds nothing. Of a regular expression the
 * group named `answer` counts, or the first group that took part, or all of it. Quotes around the answer are taken off.
 *
 * @throws {AnswerRuleError} when a pattern takes too long: it runs beside, and is ended
 */
export async function findAnswer(
  rule: string,
  outputs: { readonly stdout: PrintedOutput; readonly stderr: PrintedOutput },
  { patienceMs = PATIENCE_MS }: { readonly patienceMs?: number } = {},
): Promise<FoundAnswer | null> {
  const find = isJsonPath(rule) ? inJson(parseJsonPath(rule)) : byPattern(rule, patienceMs);
  for (const output of ['stdout', 'stderr'] as const) {
    const { text, firstLine } = outputs[output];
    if (text === '') continue;
    const found = await find(text);
    if (found === null) continue;
    const answer = withoutQuotes(found.text.trim()).slice(0, LONGEST_ANSWER);
    if (answer === '') continue;
    return { text: answer, output, line: firstLine + linesBefore(text, found.at) };
  }
  return null;
}

/** Where something was found, in UTF-16 units. */
interface Found {
  readonly text: string;
  readonly at: number;
}

function isJsonPath(rule: string): boolean {
  return /^\$[.[]/.test(rule);
}

/** Runs in a thread of its own, since nothing else can be ended within a regular expression. */
const SEARCH = `
const { parentPort, workerData } = require('node:worker_threads');
let last = null;
for (const match of workerData.text.matchAll(new RegExp(workerData.rule, 'gmd'))) {
  if (match[0] !== '') last = match;
}
if (last === null) parentPort.postMessage(null);
else {
  const named = last.groups?.answer;
  const index = last.findIndex((group, place) => place > 0 && group !== undefined);
  const [text, at] =
    named !== undefined ? [named, last.indices.groups.answer[0]]
    : index > 0 ? [last[index], last.indices[index][0]]
    : [last[0], last.index];
  parentPort.postMessage({ text, at });
}
`;

function byPattern(rule: string, patienceMs: number): (text: string) => Promise<Found | null> {
  return (text) =>
    new Promise((resolve, reject) => {
      const worker = new Worker(SEARCH, {
        eval: true,
        workerData: { rule, text },
        env: {},
        resourceLimits: MEMORY,
      });
      let timer: NodeJS.Timeout | undefined;
      const giveUp = (how: string, cause?: unknown): void => {
        reject(new AnswerRuleError(`the answer's pattern takes ${how}: ${rule}`, { hint: TOO_LONG, cause }));
      };
      // Starting a thread may take its time on a busy machine.
      worker.once('online', () => {
        timer = setTimeout(() => {
          giveUp(`more than ${patienceMs} ms`);
          void worker.terminate();
        }, patienceMs);
      });
      worker.once('message', (found: Found | null) => resolve(found));
      worker.once('error', (error) => giveUp('too much memory', error));
      worker.once('exit', () => clearTimeout(timer));
    });
}

/** In the last document that has something there: a line, all lines from one that begins with a bracket, or all. */
function inJson(path: readonly JsonStep[]): (text: string) => Promise<Found | null> {
  return async (text) => {
    let end = text.length;
    let tried = 0;
    while (end > 0) {
      const start = text.lastIndexOf('\n', end - 1) + 1;
      const isDocument = text[start] === '{' || text[start] === '[';
      const line = isDocument ? parsedOf(text.slice(start, end)) : undefined;
      const whole =
        isDocument && line === undefined && tried < MOST_DOCUMENTS ? longest(text.slice(start)) : line;
      if (isDocument && line === undefined) tried += 1;
      const found = whole === undefined ? null : textAt(whole, path);
      if (found !== null) return { text: found, at: start };
      end = start - 1;
    }
    return null;
  };
}

/** The document that a text begins with, up to a closing bracket at the margin. */
function longest(text: string): unknown {
  const close = /^[}\]]/m.exec(text);
  return close === null ? undefined : parsedOf(text.slice(0, close.index + 1));
}

function parsedOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** `"it's \"3\""` → `it's "3"`. */
function withoutQuotes(text: string): string {
  const [quote] = text;
  if (text.length < 2 || !text.endsWith(quote ?? '')) return text;
  if (quote === '"') {
    const parsed = parsedOf(text);
    return typeof parsed === 'string' ? parsed : text.slice(1, -1);
  }
  if (quote !== "'") return text;
  return text
    .slice(1, -1)
    .replaceAll(/\\(['\\n])/g, (_, escaped: string) => (escaped === 'n' ? '\n' : escaped));
}

function linesBefore(text: string, at: number): number {
  let lines = 0;
  for (let end = text.indexOf('\n'); end >= 0 && end < at; end = text.indexOf('\n', end + 1)) lines += 1;
  return lines;
}
