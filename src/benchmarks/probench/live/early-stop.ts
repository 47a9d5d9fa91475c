import { z } from 'zod';
import type { Action } from '../../../domain/action.js';
import type { Size } from '../../../domain/geometry.js';
import type { Observation } from '../../../domain/screen.js';
import { AroundEnvironment } from '../../../environments/around/around-environment.js';
import type { EpisodeStart, StepOptions, StepResult } from '../../../environments/environment.js';
import { DatasetError } from '../../../errors.js';
import { invalidOperation, operationOf } from './operation.js';

/** Name of the rule that ends an episode at the fifth equal operation. */
export const EARLY_STOP = 'early_stop';

/** Equal operations in a row that end an episode. Source: ProBench paper, section 4.1. */
const EQUAL = 5;

const LatestSchema = z.array(z.string()).max(EQUAL - 1);

/**
 * Ends an episode at the fifth equal operation in a row, which never reaches the phone. An answer that cannot be read is an
 * operation, too.
 *
 * Source: ProBench paper, section 4.1; that the fifth is not executed is our own rule.
 */
export class EarlyStopEnvironment extends AroundEnvironment {
  #latest: readonly string[] = [];
  #size: Size | null = null;

  override async reset(start: EpisodeStart, options: { readonly signal: AbortSignal }): Promise<Observation> {
    this.#latest = [];
    return await super.reset(start, options);
  }

  override async step(action: Action, options: StepOptions): Promise<StepResult> {
    const { formatError } = options;
    const operation =
      formatError === undefined ? operationOf(action, this.#size) : invalidOperation(formatError);
    const same = this.#latest.filter((one) => one === operation).length;
    if (same === EQUAL - 1) {
      const detail = `${operation} five times in a row`;
      return { type: 'ended', transition: { rule: EARLY_STOP, next: null, detail } };
    }
    this.#latest = [...this.#latest.slice(-(EQUAL - 2)), operation];
    return await super.step(action, options);
  }

  protected override shown(observation: Observation): Observation {
    this.#size = observation.screen.size;
    return observation;
  }

  protected override ownState(): readonly string[] {
    return this.#latest;
  }

  protected override takeState(state: unknown): void {
    const latest = LatestSchema.safeParse(state);
    if (!latest.success) throw new DatasetError('the snapshot holds no operations');
    this.#latest = latest.data;
  }
}
