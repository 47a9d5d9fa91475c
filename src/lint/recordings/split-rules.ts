import type { Finding } from '../../domain/finding.js';
import type { RecordedSplit } from '../../domain/recordings/recorded-episode.js';
import { found, type RuleId } from '../rules.js';
import { relativePlace } from './episode-findings.js';
import { some } from './instruction-rules.js';

/**
 * What is wrong with how a dataset divides its episodes.
 *
 * @param known every episode there is, broken ones included; null where not all of them were checked
 */
export function lintSplits(
  splits: readonly RecordedSplit[],
  known: ReadonlySet<string> | null,
  folder: string,
): Finding[] {
  return splits.flatMap(({ name, file, train, test, validation = [], isPartial = false }): Finding[] => {
    const [trained, tested, kept] = [new Set(train), new Set(test), new Set(validation)];
    const both = [...tested].filter((id) => trained.has(id));
    const alsoKept = [...kept].filter((id) => trained.has(id) || tested.has(id));
    const listed = [...new Set([...train, ...test, ...validation])];
    const absent = known === null ? [] : listed.filter((id) => !known.has(id));
    const isLeft = (id: string): boolean => !trained.has(id) && !tested.has(id) && !kept.has(id);
    const left = known === null || isPartial ? [] : [...known].filter(isLeft);
    const repeated = [...repeats(train), ...repeats(validation), ...repeats(test)];
    const report = (rule: RuleId, ids: readonly string[], what: string): Finding[] => {
      if (ids.length === 0) return [];
      const episodes = ids.length === 1 ? 'episode' : 'episodes';
      const message = `split ${name}: ${ids.length} ${episodes} ${what}: ${some(ids)}`;
      const finding = found(rule, { message, file: null, subjects: [name, ...ids] });
      return [{ ...finding, place: relativePlace({ file }, folder) }];
    };
    return [
      ...report('recording/split-overlap', both, 'in training and in test'),
      ...report('recording/split-overlap', alsoKept, 'kept for validation and on another side too'),
      ...report('recording/split-absent', absent, 'listed but not there'),
      ...report('recording/split-repeated', repeated, 'listed more than once'),
      ...report('recording/split-left-out', left, 'on neither side'),
    ];
  });
}

function repeats(ids: readonly string[]): string[] {
  const seen = new Set<string>();
  return [...new Set(ids.filter((id) => seen.has(id) || !seen.add(id)))];
}
