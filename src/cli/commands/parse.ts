import { resolve } from 'node:path';
import type { Command } from 'commander';
import { given } from '../../domain/given.js';
import type { Grid } from '../../domain/observation-rule.js';
import { resizedSize } from '../../domain/coordinates/resize-rule.js';
import {
  answerTooLong,
  MAX_ANSWER_BYTES,
  openParser,
  readAnswerFile,
  type AnswerParser,
} from '../../app/parse/open-parser.js';
import { UserError } from '../../errors.js';
import type { Dialect, ParseContext, ParseResult } from '../../models/dialects/dialect.js';
import { addSettings } from '../add-settings.js';
import type { CommandContext } from '../command-context.js';
import { EXIT } from '../exit-code.js';
import { readSize } from '../../app/settings/read-size.js';
import { introduce } from '../introduce.js';
import { loadSettings } from '../../app/settings/load-settings.js';
import type { Action, Target } from '../../domain/action.js';
import { toPixel, type Point, type Size } from '../../domain/geometry.js';

/** Columns of a line that are shown around the place. */
const WIDTH = 100;

const BEFORE = 40;

/** `touchstone parse`: what a model's raw answer means in a dialect. */
export function addParseCommand(program: Command, context: CommandContext): void {
  addSettings(
    introduce(
      program.command('parse'),
      "Show what a model's raw answer means in a dialect; 1 where it means nothing.",
      [
        'touchstone parse --dialect generic_call --screen 1080x2400 < answer.txt',
        'touchstone parse answer.txt --dialect ./my-dialect.mjs --screen 1080x2400 --parsing strict --json',
      ],
    ),
    ['dialect', 'dialectOptions', 'coordinates', 'scroll', 'picture', 'parsing'],
  )
    .argument('[file]', 'file with the answer (default: standard input)')
    .option('--screen <WxH>', 'size of the screen in pixels')
    .option(
      '--sent <WxH>',
      "size of the picture as it was sent (default: the screen's, by the dialect's rule)",
    )
    .option('--elements <n>', 'how many elements the screen numbers; 1-20 names first and last')
    .option('--grid <CxR>', 'columns and rows of the grid that was shown')
    .option('--config <file>', 'configuration file (default: touchstone.config.json when there is one)')
    .option('--json', 'print one JSON document')
    .action(async (file: string | undefined, options: Record<string, unknown>) => {
      const { values } = await loadSettings(options, context);
      const parser = await openParser(values, context.workingDirectory);
      const { dialect, profile } = parser;
      const parseContext = { ...readContext(options, dialect), profile };
      const answer = await readAnswer(file, context);
      const result = dialect.parse(answer, parseContext);
      if (options['json'] === true) {
        const about = {
          dialect: dialect.family,
          variant: dialect.variant,
          version: dialect.version,
          profile,
        };
        context.stdout.write(`${JSON.stringify({ ...about, ...result }, null, 2)}\n`);
      } else {
        context.stdout.write(`${describe(answer, result, parser, parseContext).join('\n')}\n`);
      }
      if (result.type === 'format_error') context.setExitCode(EXIT.gateMissed);
    });
}

function readContext(
  options: Readonly<Record<string, unknown>>,
  { observation }: Dialect,
): Omit<ParseContext, 'profile'> {
  const screen = readSize(options['screen'], '--screen');
  const { resize } = observation.picture;
  const resized = screen === null || resize === null ? null : resizedSize(screen, resize);
  const ruled = resized?.type === 'size' ? resized.size : screen;
  const grid = readSize(options['grid'], '--grid');
  return {
    screen,
    sent: readSize(options['sent'], '--sent') ?? ruled,
    elements: elementsOf(options['elements'], observation.marked === 'appagent' ? 1 : 0),
    grid: grid === null ? null : ({ columns: grid.width, rows: grid.height } satisfies Grid),
  };
}

function elementsOf(given: unknown, base: number): { readonly base: number; readonly count: number } | null {
  if (typeof given !== 'string') return null;
  const match = /^(?:(\d{1,6})-)?(\d{1,6})$/.exec(given.trim());
  if (match?.[2] === undefined) {
    throw new UserError(`--elements: ${JSON.stringify(given)} is no number of elements`, {
      hint: 'Write --elements 20, or first and last: --elements 1-20.',
    });
  }
  if (match[1] === undefined) return { base, count: Number(match[2]) };
  return { base: Number(match[1]), count: Math.max(0, Number(match[2]) - Number(match[1]) + 1) };
}

async function readAnswer(file: string | undefined, context: CommandContext): Promise<string> {
  if (file !== undefined) {
    return readAnswerFile(resolve(context.workingDirectory, file));
  }
  if (context.stdin.isTTY === true) {
    context.stderr.write("Paste the model's answer, then press Ctrl-D.\n");
  }
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of context.stdin) {
    const bytes = Buffer.from(chunk as Uint8Array);
    chunks.push(bytes);
    length += bytes.byteLength;
    if (length > MAX_ANSWER_BYTES) throw answerTooLong({});
  }
  return Buffer.concat(chunks).toString('utf8');
}

function describe(
  answer: string,
  result: ParseResult,
  { dialect, coordinates }: AnswerParser,
  { screen, profile }: ParseContext,
): string[] {
  const name = dialect.variant === null ? dialect.family : `${dialect.family}@${dialect.variant}`;
  const head = `${name}, read ${profile}, coordinates ${coordinates}`;
  const thought = result.thought === undefined ? [] : [`Thought:  ${result.thought}`];
  if (result.type === 'format_error') {
    const { kind, message, span } = result.error;
    const place = span === undefined ? null : caretExcerpt(answer, span);
    const where = place === null ? '' : ` (line ${place.line}, column ${place.column})`;
    const shown = place === null ? [] : place.lines.map((line) => `  ${line}`);
    return [head, ...thought, `No action: ${kind}: ${message}${where}`, ...shown];
  }
  const { actions, summary, warnings, lenient } = result;
  return given([
    head,
    ...thought,
    summary !== undefined && `Summary:  ${summary}`,
    ...actions.flatMap((action, index) => {
      const { native } = action;
      const words = native?.text === undefined ? [] : [`          from ${JSON.stringify(native.text)}`];
      const number = actions.length === 1 ? 'Action:  ' : `Action ${index + 1}:`;
      return [`${number} ${describeAction(action, screen)}`, ...words];
    }),
    actions.length > dialect.maxActionsPerStep &&
      `Only the first ${dialect.maxActionsPerStep === 1 ? 'is' : `${dialect.maxActionsPerStep} are`} carried out.`,
    warnings.length !== 0 && `Warnings: ${warnings.join(', ')}`,
    lenient && 'A strict reader refuses this answer.',
  ]);
}

/** Where in a text something is: line and column from 1, and the line with carets under the place. */
function caretExcerpt(
  text: string,
  [start, end]: readonly [start: number, end: number],
): { readonly line: number; readonly column: number; readonly lines: readonly [string, string] } {
  const from = Math.min(start, text.length);
  const lineStart = text.lastIndexOf('\n', from - 1) + 1;
  const next = text.indexOf('\n', from);
  const lineEnd = next < 0 ? text.length : next;
  const first = Math.max(lineStart, from - BEFORE);
  const last = Math.min(lineEnd, first + WIDTH);
  const lead = first > lineStart ? '…' : '';
  const shown = text.slice(first, last).replaceAll(/[\t\r]/g, ' ');
  const marked = Math.max(1, Math.min(end, last) - from);
  return {
    line: text.slice(0, lineStart).split('\n').length,
    column: from - lineStart + 1,
    lines: [
      `${lead}${shown}${last < lineEnd ? '…' : ''}`,
      `${' '.repeat(lead.length + from - first)}${'^'.repeat(marked)}`,
    ],
  };
}

/** An action in one line for people: its name, where it lands in pixels and percent of the screen, and the rest. */
function describeAction(action: Action, screen: Size | null): string {
  const { type, native: _, warnings: __, ...rest } = action;
  const parts = Object.entries(rest).flatMap(([name, value]): string[] => {
    if (value === undefined || value === null) return [];
    if (name === 'target') return [describeTarget(value as Target, screen)];
    if (name === 'from' || name === 'to' || name === 'at') {
      return [`${name} ${describePoint(value as Point, screen)}`];
    }
    return [`${name} ${typeof value === 'string' ? JSON.stringify(value) : String(value)}`];
  });
  return [type, ...parts].join('  ');
}

function describeTarget(target: Target, screen: Size | null): string {
  switch (target.type) {
    case 'point': {
      const box = target.box === undefined ? '' : `  centre of [${target.box.map(rounded).join(', ')}]`;
      const missed = target.inBounds === false ? '  outside the screen' : '';
      return `at ${describePoint(target.point, screen)}${box}${missed}`;
    }
    case 'element':
      return `element ${target.element}`;
    case 'grid':
      return `grid area ${target.area}, ${target.subarea}`;
    case 'description':
      return `what is described as ${JSON.stringify(target.text)}`;
    case 'selector':
      return `node ${JSON.stringify(target.attributes)}`;
    default:
      return target satisfies never;
  }
}

function describePoint(point: Point, screen: Size | null): string {
  if (screen === null) return `(${rounded(point.x)}, ${rounded(point.y)}) ${point.space}`;
  const [x, y] = point.resolved ?? toPixel(point, screen);
  const share = (value: number, size: number): string => `${((100 * value) / size).toFixed(1)} %`;
  return `(${rounded(x)}, ${rounded(y)}) px = (${share(x, screen.width)}, ${share(y, screen.height)})`;
}

function rounded(value: number): string {
  return String(Math.round(value * 10) / 10);
}
