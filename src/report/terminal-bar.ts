import type { Outcome } from '../domain/episode.js';
import type { Interval } from '../metrics/intervals/interval.js';
import type { TerminalOptions } from './terminal-options.js';
import { bold, displayWidth, faint, padDisplay, plainSigns } from './terminal-text.js';

/** One bar: a ratio in 0–1, or null for what was never measured. */
export interface Bar {
  readonly label: string;
  readonly value: number | null;
  readonly interval?: Interval | null;
  /** Said after the bar, such as `64.2 (131/204)`. */
  readonly text: string;
}

/** Bars are drawn this many columns wide when nothing limits them. */
const LONGEST_BAR = 40;
const SHORTEST_BAR = 10;

interface Shades {
  /** Up to the interval's low end, up to the value, up to the interval's high end, beyond. */
  readonly sure: string;
  readonly value: string;
  readonly possible: string;
  readonly empty: string;
}

const UNICODE: Shades = { sure: '█', value: '▓', possible: '░', empty: ' ' };
const ASCII: Shades = { sure: '#', value: '=', possible: '-', empty: ' ' };

/**
 * Bars of ratios under each other, 0 to 100 %. Shades show the interval: solid up to its low end, then lighter up to the
 * value, faint up to its high end. Ends without a line break.
 */
export function renderBars(title: string, bars: readonly Bar[], options: TerminalOptions): string {
  const shades = options.ascii ? ASCII : UNICODE;
  const labels = Math.max(0, ...bars.map(({ label }) => displayWidth(label)));
  const texts = Math.max(0, ...bars.map(({ text }) => displayWidth(text)));
  const room = options.width === null ? LONGEST_BAR : options.width - labels - texts - 6;
  const length = Math.max(SHORTEST_BAR, Math.min(LONGEST_BAR, room));
  const edge = options.ascii ? '|' : '▏';
  const lines = bars.map(({ label, value, interval, text }) => {
    const bar = value === null ? padDisplay('', length) : drawBar(value, interval ?? null, length, shades);
    return `${padDisplay(label, labels)}  ${edge}${bar}${edge} ${plainSigns(text, options)}`.trimEnd();
  });
  const legend = `${shades.sure} to the interval's low end, ${shades.value} to the value, ${shades.possible} to its high end`;
  const drawn = bars.some(({ interval }) => interval !== undefined && interval !== null);
  return [bold(title, options), '', ...lines, ...(drawn ? ['', faint(legend, options)] : [])].join('\n');
}

function drawBar(value: number, interval: Interval | null, length: number, shades: Shades): string {
  const ends = [interval?.low ?? value, value, interval?.high ?? value].map((end) =>
    Math.round(end * length),
  );
  const [low = 0, middle = 0, high = 0] = ends;
  return (
    shades.sure.repeat(low) +
    shades.value.repeat(middle - low) +
    shades.possible.repeat(high - middle) +
    shades.empty.repeat(length - high)
  );
}

const STRIP_SIGNS: Readonly<Record<Outcome, readonly [string, string]>> = {
  passed: ['●', '#'],
  failed: ['○', '.'],
  agent_error: ['⊗', 'x'],
  model_error: ['?', '?'],
  environment_error: ['?', '?'],
  user_error: ['?', '?'],
  invalid_task: ['?', '?'],
  bug: ['?', '?'],
  judge_unknown: ['?', '?'],
  not_run: ['·', ' '],
};

/** The repeats of one task as a strip of signs, one each, in order. */
export function outcomeStrip(
  outcomes: readonly Outcome[],
  { ascii }: Pick<TerminalOptions, 'ascii'>,
): string {
  return outcomes.map((outcome) => STRIP_SIGNS[outcome][ascii ? 1 : 0]).join('');
}

/** What the signs of a strip mean. */
export function outcomeStripLegend(options: Pick<TerminalOptions, 'ascii'>): string {
  const sign = (outcome: Outcome): string => STRIP_SIGNS[outcome][options.ascii ? 1 : 0];
  return `${sign('passed')} passed  ${sign('failed')} failed  ${sign('agent_error')} agent error  ? voided`;
}
