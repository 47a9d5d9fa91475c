import type { ItemResult } from '../../../domain/score.js';
import type { DynamicDetails } from './score-dynamic-lens.js';

/** An episode on phones with what its scores keep of it. */
export interface DynamicRow {
  readonly result: ItemResult;
  readonly details: DynamicDetails;
}
