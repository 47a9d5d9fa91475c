import { NUMBERED_TEXTS, type ObservationRule } from '../domain/observation-rule.js';

/**
 * Which parts of a screen a model is shown, where the screen has them: its family's own choice is `native`; `tree`,
 * `simplified` and `leaves` are one of the numbered texts and no screenshot, for every family.
 */
export const OBSERVATION_CHOICES = [
  'native',
  'screenshot',
  'hierarchy',
  'both',
  'tree',
  'simplified',
  'leaves',
] as const;
export type ObservationChoice = (typeof OBSERVATION_CHOICES)[number];

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
    case 'tree':
    case 'simplified':
    case 'leaves':
      return { ...native, screenshot: false, marked: null, text: NUMBERED_TEXTS[choice] };
    default:
      return choice satisfies never;
  }
}
