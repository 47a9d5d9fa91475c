import type { Mode } from '../../../domain/mode.js';
import { instructionFollowingRates } from '../../../metrics/instruction-following-rates.js';
import { numberColumns, textColumns } from '../../../metrics/tables/columns.js';
import type { Table } from '../../../metrics/tables/table.js';
import type { InstructionFollowing } from '../saved-runs/instruction-following.js';
import type { SphinxPairResult } from '../saved-runs/pair-result.js';

/** Pairs that did not succeed are listed one by one up to this many. */
const SHOWN_FAILURES = 40;

/** The pairs that are not a success in both modes, with each entry that does not hold. */
export function failuresTable(failures: readonly SphinxPairResult[], own: Mode, other: Mode): Table {
  const absent = failures.filter(({ type }) => type === 'absent').length;
  const shown = failures.filter(({ type }) => type !== 'absent');
  return {
    id: 'sphinx-failures',
    title: `Pairs that did not succeed: ${shown.length}`,
    columns: textColumns('pair', own, other, 'why'),
    rows: shown
      .slice(0, SHOWN_FAILURES)
      .map((result) => [
        { text: result.key.item, items: [result.key.item] },
        { text: verdict(result, own) },
        { text: verdict(result, other) },
        { text: why(result, own) },
      ]),
    notes: [
      ...(shown.length > SHOWN_FAILURES ? [`… and ${shown.length - SHOWN_FAILURES} more.`] : []),
      ...(absent > 0 ? [`${absent} more pairs of the split are not there at all.`] : []),
    ],
  };
}

function verdict(result: SphinxPairResult, mode: Mode): string {
  if (result.type !== 'scored') return result.type;
  const success = result.results.get(mode)?.success;
  return success === true ? 'passed' : success === false ? 'failed' : 'unknown';
}

function why(result: SphinxPairResult, mode: Mode): string {
  if (result.type === 'broken') return result.error.message;
  if (result.type === 'absent') return '';
  const rules = result.results.get(mode)?.rules ?? [];
  return rules
    .map((rule, index) => ({ rule, index }))
    .filter(({ rule }) => rule.holds !== true)
    .map(({ rule, index }) => `entry ${index + 1} (${rule.type}): ${rule.explanation}`)
    .join('; ');
}

/** Format errors and repetition of runs that the reference code saved. */
export function followingTable({ runs, formatErrors, repetition: counted }: InstructionFollowing): Table {
  const { repetition } = instructionFollowingRates([
    {
      repeated: counted.repeated,
      repeatable: counted.total,
      actions: formatErrors.total,
      formatErrors: formatErrors.errors,
    },
  ]);
  const percent = (rate: number | null): string => (rate === null ? 'n/a' : `${(rate * 100).toFixed(1)} %`);
  const { errors, total } = formatErrors;
  return {
    id: 'sphinx-instruction-following',
    title: `Instruction following over ${runs} runs`,
    columns: [...textColumns('measure'), ...numberColumns('rate', 'counted')],
    rows: [
      [
        { text: 'format error' },
        { text: percent(formatErrors.rate), value: formatErrors.rate },
        { text: `${errors}/${total}` },
      ],
      [
        { text: 'repetition' },
        { text: percent(repetition.value), value: repetition.value },
        { text: `${repetition.part}/${repetition.whole}` },
      ],
    ],
    notes: [
      'As the paper counts them: a run ends at its first format error; an action repeats when any earlier one of its run is equal. n/a: nothing could repeat, or most answers were unreadable.',
    ],
  };
}
