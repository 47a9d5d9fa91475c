import type { Mode } from '../domain/mode.js';
import type { Evaluator } from '../evaluators/evaluator.js';
import type { OpenWitnessEnvironment } from './confirm-witness.js';

export interface LintOptions {
  readonly mode: Mode;
  /** Write missing commas into the files. */
  readonly repair: boolean;
  /** Opens what witnesses are replayed on; they are not replayed without it. */
  readonly openEnvironment?: OpenWitnessEnvironment;
  /** Evaluators that tasks may name; none unless given. */
  readonly evaluators?: ReadonlyMap<string, Evaluator>;
  readonly signal: AbortSignal;
}
