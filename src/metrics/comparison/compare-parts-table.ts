import { explain, findTerm } from '../../domain/text/glossary.js';
import { COMPARISON_LEVEL } from './comparison-level.js';
import { partsByPair, type PartComparison } from './compare-parts.js';
import { TEST_WORDS, VERDICT_WORDS } from './compare-tables.js';
import { endsOf } from '../tables/measured-cells.js';
import { notApplicableNote } from '../tables/measured-notes.js';
import { partsSentence } from './parts-sentence.js';
import { percent } from '../tables/percent.js';
import { formatP, points, pointsRange } from '../tables/points.js';
import { groupColumns, numberColumns, textColumns } from '../tables/columns.js';
import type { Cell, Table } from '../tables/table.js';

/** A table for each pair of runs, one row per part, and the conclusion; never a number over all parts. */
export function partsComparisonTables(comparisons: readonly PartComparison[]): Table[] {
  const family = comparisons.filter(({ p }) => p !== null).length;
  return partsByPair(comparisons).map((parts) => pairTable(parts, family));
}

function pairTable(parts: readonly PartComparison[], family: number): Table {
  const [{ a, b } = { a: 'A', b: 'B' }] = parts;
  const rows = parts.map((comparison): Cell[] => {
    const { pairs, clusters, meanA, meanB, difference, interval, bounds, p, adjustedP } = comparison;
    const isOpen = bounds !== null && bounds.low < bounds.high;
    return [
      { text: comparison.part },
      { text: comparison.measure },
      { text: String(pairs.length), value: pairs.length },
      { text: String(clusters), value: clusters },
      { text: percent(meanA), value: meanA, items: pairs.flatMap((pair) => pair.a.items) },
      { text: percent(meanB), value: meanB, items: pairs.flatMap((pair) => pair.b.items) },
      { text: points(difference), value: difference },
      { text: pointsRange(interval), ...endsOf(interval) },
      isOpen ? { text: pointsRange(bounds), ...endsOf(bounds) } : { text: '' },
      { text: formatP(p), value: p },
      { text: formatP(adjustedP), value: adjustedP },
      { text: VERDICT_WORDS[comparison.verdict] },
    ];
  });
  const tests = [...new Set(parts.flatMap(({ test }) => test ?? []))].sort();
  return {
    id: 'comparison-parts',
    title: `Comparison part by part: A is ${a}, B is ${b}`,
    columns: [
      ...textColumns('Part', 'Metric'),
      ...numberColumns('n', 'Units', 'A (%)', 'B (%)'),
      ...groupColumns('Difference in points', 'B - A', '95 %', 'Bounds'),
      ...numberColumns('p', 'p (Holm)'),
      ...textColumns('Verdict'),
    ],
    rows,
    notes: [
      partsSentence(parts),
      ...leftOut(parts),
      (tests.length === 0 ? '' : `Test: ${tests.map((test) => TEST_WORDS[test]).join('; ')}. `) +
        `Holm's correction over ${family === 1 ? 'one test' : `${family} tests`}, level ${COMPARISON_LEVEL * 100} %; each interval is of its row by itself.`,
      `n: judged under both. ${explain('units', 'bounds', 'p', 'holm')} One unit alone gives no test. Parts are never put together into one number.`,
      ...measureNotes(parts),
      notApplicableNote(rows),
    ].filter((note) => note !== null),
  };
}

/** What the names of the measures mean, of those that stand in the table. */
function measureNotes(parts: readonly PartComparison[]): string[] {
  const terms = [...new Set(parts.flatMap(({ measure }) => findTerm(measure) ?? []))];
  return terms.length === 0 ? [] : [explain(...terms)];
}

function leftOut(parts: readonly PartComparison[]): string[] {
  return parts.flatMap(({ a, b, part, measure, onlyInA, onlyInB }) => {
    const unpaired = [
      ...(onlyInA.length === 0 ? [] : [`${onlyInA.length} judged under ${a} only`]),
      ...(onlyInB.length === 0 ? [] : [`${onlyInB.length} judged under ${b} only`]),
    ];
    return unpaired.length === 0 ? [] : [`${part} ${measure}, left out: ${unpaired.join(', ')}.`];
  });
}
