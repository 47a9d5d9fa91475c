import { msSwift } from '../exports/ms-swift/ms-swift.js';
import { shareGpt } from '../exports/sharegpt/sharegpt.js';
import type { TrainingFormat } from '../exports/training/training-format.js';
import { trl } from '../exports/trl/trl.js';

/** Every format of training records that any dialect can be written in. */
export const TRAINING_FORMATS: readonly TrainingFormat[] = [shareGpt, msSwift, trl];
