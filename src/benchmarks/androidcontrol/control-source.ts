import type { DatasetSource } from '../stepwise/dataset-source.js';
import type { RecordedSource } from '../stepwise/stepwise-items.js';

/** Episodes of AndroidControl, from TFRecord files or from a JSON conversion. */
export interface ControlSource extends DatasetSource, RecordedSource {
  /** Whether screens come with their UI hierarchy. */
  readonly hasTrees: boolean;
}
