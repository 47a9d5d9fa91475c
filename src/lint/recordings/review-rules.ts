import { basename } from 'node:path';
import { plural } from '../../domain/text/plural.js';
import { describeMisfit } from '../../domain/text/describe-misfit.js';
import type { Finding } from '../../domain/finding.js';
import { FileSchemaError } from '../../formats/file-errors.js';
import { readJsonRecords } from '../../formats/json-records.js';
import { ReviewLineSchema, type ReviewLine } from '../../formats/lint/review-line.js';
import { found } from '../rules.js';
import { some } from './instruction-rules.js';

const CRITERIA = [
  { criterion: 'completes', rule: 'recording/not-completed' },
  { criterion: 'equivalent', rule: 'recording/not-equivalent' },
] as const;

interface Reviewed extends ReviewLine {
  readonly line: number;
}

/**
 * What only a reviewer can decide: whether the screens and actions carry out the instruction, and whether the
 * instruction asks for the original task. Findings come from the verdicts of a file; of several verdicts of one
 * reviewer the last counts, and one "no" is enough.
 *
 * Source: GUIOdyssey paper, quality check, second and third criterion.
 *
 * @throws {FileUnreadableError | JsonSyntaxError | FileSchemaError} naming file and line
 */
export async function lintReviews(
  file: string,
  known: ReadonlySet<string>,
  { signal }: { readonly signal: AbortSignal },
): Promise<Finding[]> {
  const verdicts = new Map<string, Reviewed>();
  for await (const { value, line, record } of readJsonRecords(file, { signal })) {
    const parsed = ReviewLineSchema.safeParse(value);
    if (!parsed.success) {
      throw new FileSchemaError(`record ${record} is no verdict: ${describeMisfit(value, parsed.error)}`, {
        place: { file, line },
        hint: 'A line has episode, criterion (completes, equivalent), verdict (yes, no) and reviewer.',
      });
    }
    const { episode, criterion, reviewer } = parsed.data;
    verdicts.set(JSON.stringify([episode, criterion, reviewer]), { ...parsed.data, line });
  }
  const name = basename(file);
  const findings: Finding[] = [];
  for (const { criterion, rule } of CRITERIA) {
    const given = [...verdicts.values()].filter((verdict) => verdict.criterion === criterion);
    for (const { episode, verdict, reviewer, reason, line } of given) {
      if (verdict === 'yes') continue;
      const why = reason === undefined ? '' : ` (${reason})`;
      const message = `episode ${episode}: ${reviewer} says no${why}`;
      findings.push({
        ...found(rule, { message, file: name, subjects: [episode] }),
        place: { file: name, line },
      });
    }
    const reviewed = new Set(given.map(({ episode }) => episode));
    const waiting = [...known].filter((id) => !reviewed.has(id));
    if (waiting.length > 0 && given.length > 0) {
      const message = `${waiting.length} of ${plural(known.size, 'episode')} ${waiting.length === 1 ? 'has' : 'have'} no verdict on "${criterion}": ${some(waiting)}`;
      findings.push(
        found('recording/not-reviewed', { message, file: name, subjects: [criterion, ...waiting] }),
      );
    }
  }
  const strange = [...new Set([...verdicts.values()].map(({ episode }) => episode))].filter(
    (id) => !known.has(id),
  );
  if (strange.length > 0) {
    const message = `verdicts on ${plural(strange.length, 'episode that is', 'episodes that are')} not there: ${some(strange)}`;
    findings.push(found('recording/review-absent', { message, file: name, subjects: strange }));
  }
  return findings;
}
