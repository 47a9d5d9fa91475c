import { OPTION_LETTERS } from '../../../domain/questions/question.js';
import { countAnswers, type QuestionReplies } from '../../../evaluators/tree-rules/answer-counters.js';
import { textColumns, numberColumns } from '../../../metrics/tables/columns.js';
import type { Cell, Table } from '../../../metrics/tables/table.js';
import type { DimensionRow } from '../../dimensions/dimension-row.js';

/**
 * What the reference code's live script counts of answers to knowledge questions; null where no question was answered as a
 * whole. They say how a model errs, and are no scores.
 */
export function answersTable(rows: readonly DimensionRow[]): Table | null {
  const lines = (['goal', 'knowledge'] as const).flatMap((dimension) => {
    const counted = countAnswers(questionsOf(rows.filter((row) => row.dimension === dimension)));
    if (counted.questions === 0) return [];
    const { questions, optionRight, allFalse, singleTrue, multipleTrue, allTrue } = counted;
    const numbers = [
      questions,
      optionRight,
      allFalse,
      singleTrue,
      counted.singleTrueRight,
      multipleTrue,
      counted.multipleTrueRight,
      allTrue,
    ];
    return [[{ text: dimension }, ...numbers.map((value): Cell => ({ text: String(value), value }))]];
  });
  if (lines.length === 0) return null;
  return {
    id: 'sphinx-answers',
    title: 'Answers to questions, in counts',
    columns: [
      ...textColumns('Dimension'),
      ...numberColumns(
        'Questions',
        'Choice right',
        'None true',
        'One true',
        'and right',
        'Several true',
        'Right among them',
        'All true',
      ),
    ],
    rows: lines,
    notes: [
      'Of questions all five of whose items were answered; letters of either case count. "Right among them" counts single answers too, as the published script does.',
    ],
  };
}

function questionsOf(rows: readonly DimensionRow[]): QuestionReplies[] {
  const sets = new Map<string, Map<string, DimensionRow>>();
  for (const row of rows) {
    const name = `${row.set}#${row.key.repeat}`;
    const known = sets.get(name) ?? new Map<string, DimensionRow>();
    sets.set(name, known.set(row.key.item.slice(row.set.length + 1), row));
  }
  return [...sets.values()].flatMap((items) => {
    const said = (name: string): string | undefined => items.get(name)?.details?.said;
    const option = said('choice');
    const truths = OPTION_LETTERS.map(said);
    const right = OPTION_LETTERS.find((letter) => letter === items.get('choice')?.kind);
    if (option === undefined || right === undefined) return [];
    const all = truths.filter((truth) => truth !== undefined);
    return all.length === truths.length ? [{ right, option, truths: all }] : [];
  });
}
