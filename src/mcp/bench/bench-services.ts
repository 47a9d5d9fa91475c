import type { RunControl } from '../../app/view/control/run-control.js';
import type { ResultsFolder } from '../../app/view/results-folder.js';
import type { ScaledPictures } from '../../app/view/scaled-pictures.js';
import type { Table } from '../../metrics/tables/table.js';

/** What the bench's tools answer from. */
export interface BenchServices {
  readonly results: Pick<ResultsFolder, 'runs' | 'coverage' | 'index' | 'episode' | 'screen'>;
  readonly pictures: ScaledPictures;
  /** What there is to run, and to run with. */
  readonly list: (kind: 'benchmarks' | 'agents') => Promise<Table>;
  /** Milliseconds that a question for runs waits for an index that is being made; 20,000 unless given. */
  readonly patienceMs?: number;
  /** How runs are started and stopped; null where nothing may be. */
  readonly control: RunControl | null;
}
