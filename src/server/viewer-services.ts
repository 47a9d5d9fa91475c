import type { RunControl } from '../app/view/control/run-control.js';
import type { LabelDesk } from '../app/view/label-desk.js';
import type { LivePhones } from '../app/view/live-phones.js';
import type { ResultsFolder } from '../app/view/results-folder.js';
import type { ScaledPictures } from '../app/view/scaled-pictures.js';

/** What routes answer from. */
export interface ViewerServices {
  readonly results: ResultsFolder;
  readonly pictures: ScaledPictures;
  readonly labels: Pick<LabelDesk, 'queue' | 'case' | 'pictureOf' | 'summary' | 'give'>;
  readonly live: Pick<LivePhones, 'list'>;
  /** How runs are started and stopped; null where nothing may be changed. */
  readonly control: RunControl | null;
}
