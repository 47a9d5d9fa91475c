import { Complaint } from '../answer.js';
import { Pattern, type PatternMatch } from '../../pattern/pattern.js';
import { PatternError } from '../../pattern/pattern-program.js';
import { linesOf } from './lines.js';
import { openInputs } from './open-inputs.js';
import { readOptions, type Options } from './read-options.js';
import type { Program, ProgramCall } from '../program.js';

const OPTIONS =
  'EFGivcqosnwxlLHhe:m:A:B:C:razZ extended-regexp=E fixed-strings=F ignore-case=i invert-match=v count=c quiet=q silent=q only-matching=o line-number=n word-regexp=w line-regexp=x max-count=m color=a after-context=A before-context=B context=C';

/** Exit statuses. Source: POSIX.1-2017 `grep`. */
const [FOUND, NOT_FOUND, FAILED] = [0, 1, 2];

/** Prints lines that a pattern is found in. */
export const grep: Program = async (call) => {
  const options = readOptions(call, OPTIONS, FAILED);
  const rest = options.arguments.slice();
  const given = options.values('e').length ? options.values('e') : rest.splice(0, 1);
  if (!given.length) throw new Complaint('no REGEX', FAILED);
  const kind = call.words[0];
  const isFixed = options.has('F') || kind === 'fgrep';
  const syntax = isFixed ? 'fixed' : options.has('E') || kind === 'egrep' ? 'extended' : 'basic';
  try {
    const patterns = given
      .flatMap((text) => text.split('\n'))
      .map((text) => new Pattern(text, { syntax, ignoresCase: options.has('i') }));
    return await search(call, options, patterns, await allFiles(call, options, rest));
  } catch (error) {
    if (!(error instanceof PatternError)) throw error;
    throw new Complaint(error.message, FAILED);
  }
};

/** The files named; with `-r` those in folders too. */
async function allFiles(
  call: ProgramCall,
  options: Options,
  names: readonly string[],
): Promise<readonly string[]> {
  if (!options.has('r')) return names;
  const { files } = call.system;
  const found: string[] = [];
  const open = (names.length ? names : ['.']).slice().reverse();
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    const list = files.list(files.resolve(name, call.folder));
    if (typeof list === 'string') found.push(name);
    else {
      const folder = name.replace(/\/$/, '');
      open.push(...list.map((inner) => `${folder}/${inner}`).reverse());
    }
  }
  return found;
}

async function search(
  call: ProgramCall,
  options: Options,
  patterns: readonly Pattern[],
  names: readonly string[],
) {
  let isFaulty = false;
  const { folder, stdin, system } = call;
  const complain = async (text: string): Promise<void> => {
    isFaulty = true;
    if (!options.has('s')) await call.complain(text);
  };
  const isNamed = options.has('H') || ((names.length > 1 || options.has('r')) && !options.has('h'));
  const most = Number(options.value('m') ?? Infinity);
  const context = Number(options.value('C') ?? 0);
  const [after, before] = [Number(options.value('A') ?? context), Number(options.value('B') ?? context)];
  let isFound = false;
  for await (const { name, input } of openInputs({ folder, stdin, system, complain }, names)) {
    const label = name === '-' ? '(standard input)' : name;
    const prefix = isNamed ? `${label}:` : '';
    let count = 0;
    let number = 0;
    let shown = 0;
    const held: string[] = [];
    let following = 0;
    for await (const { lines } of linesOf(input)) {
      let text = '';
      for (const line of lines) {
        number += 1;
        const matches = matchesOf(line, patterns, options);
        if (matches === null) {
          if (following > 0) {
            text += `${isNamed ? `${label}-` : ''}${options.has('n') ? `${number}-` : ''}${line}\n`;
            following -= 1;
            shown = number;
          } else if (before > 0) {
            held.push(line);
            if (held.length > before) held.shift();
          }
          continue;
        }
        count += 1;
        isFound = true;
        if (options.has('q')) return FOUND;
        if (!['c', 'l', 'L'].some((letter) => options.has(letter))) {
          if ((after || before) && shown && number - held.length > shown + 1) text += '--\n';
          for (const [index, earlier] of held.entries()) {
            const at = number - held.length + index;
            text += `${isNamed ? `${label}-` : ''}${options.has('n') ? `${at}-` : ''}${earlier}\n`;
          }
          held.length = 0;
          const place = prefix + (options.has('n') ? `${number}:` : '');
          if (options.has('o'))
            for (const match of matches) text += `${place}${line.slice(match.start, match.end)}\n`;
          else text += `${place}${line}\n`;
          shown = number;
          following = after;
        }
        if (count >= most) break;
      }
      if (text) await call.stdout(text);
      if (count >= most) break;
    }
    if (options.has('c')) await call.stdout(`${prefix}${count}\n`);
    if (options.has(count ? 'l' : 'L')) await call.stdout(`${label}\n`);
  }
  return isFaulty ? FAILED : isFound ? FOUND : NOT_FOUND;
}

/** Where the patterns are found in a line; null where they are not, or with `-v` where they are. */
function matchesOf(
  line: string,
  patterns: readonly Pattern[],
  options: Options,
): readonly PatternMatch[] | null {
  const isWord = options.has('w');
  const isWhole = options.has('x');
  if (options.has('o') && !options.has('v')) {
    const found: PatternMatch[] = [];
    for (let from = 0; from <= line.length;) {
      const match = firstOf(line, patterns, from, isWord, isWhole);
      if (!match) break;
      if (match.end > match.start) found.push(match);
      from = Math.max(match.end, match.start + 1);
    }
    return found.length ? found : null;
  }
  const isMatch =
    isWord || isWhole
      ? firstOf(line, patterns, 0, isWord, isWhole) !== null
      : patterns.some((pattern) => pattern.test(line));
  return isMatch === options.has('v') ? null : [];
}

function firstOf(
  line: string,
  patterns: readonly Pattern[],
  from: number,
  isWord: boolean,
  isWhole: boolean,
): PatternMatch | null {
  let first: PatternMatch | null = null;
  for (const pattern of patterns) {
    for (let start = from; start <= line.length;) {
      const match = pattern.search(line, start);
      if (!match) break;
      const isRight =
        (!isWhole || (match.start === 0 && match.end === line.length)) &&
        (!isWord || !(isWordAt(line, match.start - 1) || isWordAt(line, match.end)));
      if (isRight) {
        if (!first || match.start < first.start || (match.start === first.start && match.end > first.end))
          first = match;
        break;
      }
      start = match.start + 1;
    }
  }
  return first;
}

function isWordAt(line: string, position: number): boolean {
  return /[A-Za-z0-9_]/.test(line[position] ?? '');
}
