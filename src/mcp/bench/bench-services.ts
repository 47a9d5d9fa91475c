import type { RunControl } from '../../app/view/control/run-control.js';
import type { ResultsFolder } from '../../app/view/results-folder.js';
import type { ScaledPictures } from '../../app/view/scaled-pictures.js';
import type { Table } from '../../metrics/tables/table.js';

/** What the bench's tools answer from. */
export interface BenchServices {
  readonly results: Pick<ResultsFolder, 'runs' | 'index' | 'episode' | 'screen'>;
  readonly pictures: ScaledPictures;
  /** What there is to run, and to run with. */
  readonly list: (kind: 'benchmarks' | 'agents') => Promise<Table>;
  /** How runs are started and stopped; null where nothing may be. */
  readonly control: RunControl | null;
}
