import { join } from 'node:path';
import { csvLine } from '../../../formats/csv-line.js';
import type { MatrixFile } from '../../published-construction.js';

/**
 * What the published script writes of actions counted by screen.
 *
 * Source: ColorBench reference code `check_preference_points_from_trajectory.py`; colorbench.md section 6.3.
 */
export function preferenceTexts(
  folder: string,
  counts: ReadonlyMap<string, number>,
): { readonly files: readonly MatrixFile[]; readonly log: readonly string[] } {
  const rows = [...counts].map(([screen, count]) => csvLine([screen, String(count)]));
  const files = [
    {
      file: join(folder, 'screenshot_action_counts.json'),
      text: `${JSON.stringify(Object.fromEntries(counts), null, 2)}\n`,
    },
    {
      file: join(folder, 'screenshot_preference_counts.csv'),
      text: csvLine(['screenshot', 'preference_count']) + rows.join(''),
    },
  ];
  const all = [...counts.values()];
  if (all.length === 0) return { files, log: ['no screenshot was visited'] };
  const mean = all.reduce((sum, count) => sum + count, 0) / all.length;
  const log = [
    `max: ${Math.max(...all)}`,
    `min: ${Math.min(...all)}`,
    `zero: ${all.filter((count) => count === 0).length}`,
    `mean: ${mean.toFixed(2)}`,
  ];
  return { files, log };
}
