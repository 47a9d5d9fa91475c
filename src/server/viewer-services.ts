import type { RunControl } from '../app/view/run-control.js';
import type { ResultsFolder } from '../app/view/results-folder.js';
import type { ScaledPictures } from '../app/view/scaled-pictures.js';

/** What routes answer from. */
export interface ViewerServices {
  readonly results: ResultsFolder;
  readonly pictures: ScaledPictures;
  /** How runs are started and stopped; null where nothing may be changed. */
  readonly control: RunControl | null;
}
