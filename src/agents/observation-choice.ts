import type { ObservationRule } from '../domain/observation-rule.js';

/** Which parts of a screen a model is shown, where the screen has them: its family's own choice is `native`. */
export type ObservationChoice = 'native' | 'screenshot' | 'hierarchy' | 'both';

/** What a model is shown when a family's own rule gives way to a choice. */
export function chosenObservation(native: ObservationRule, choice: ObservationChoice): ObservationRule {
  switch (choice) {
    case 'native':
      return native;
    case 'screenshot':
      return { ...native, screenshot: true, marked: null, text: null };
    case 'hierarchy':
      return { ...native, screenshot: false, marked: null, text: native.text ?? 'list' };
    case 'both':
      return { ...native, screenshot: true, text: native.text ?? 'list' };
    default:
      return choice satisfies never;
  }
}
