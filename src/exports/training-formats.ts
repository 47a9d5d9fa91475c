import { msSwift } from './ms-swift/ms-swift.js';
import { shareGpt } from './sharegpt/sharegpt.js';
import type { TrainingFormat } from './training/training-format.js';
import { trl } from './trl/trl.js';

/** Every format of training records that any dialect can be written in. */
export const TRAINING_FORMATS: readonly TrainingFormat[] = [shareGpt, msSwift, trl];
