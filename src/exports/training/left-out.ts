/**
 * Why something is not among the records: `broken-episode` its file cannot be read · `not-passed` the attempt did not solve
 * its task, or was voided · `format-error` an answer of the attempt could not be read · `another-repeat` another attempt at
 * the task was asked for · `nothing-done` it holds no action · `no-words` the dialect cannot express the action ·
 * `no-instruction` the step has no instruction of its own, which is to be shown ·
 * `reads-back` what the dialect prints is read as something else · `no-picture` the screen has none, and the dialect shows
 * it · `no-hierarchy` likewise, where elements in words are all that is shown · `unreadable-screen` a screen that the
 * prompt shows cannot be loaded · `no-rules` nothing decides whether it is done, and the form wants it ·
 * `taken-over` the step is another run's, as those before a fork · `placeholder` a text says a word that stands for a picture in the format.
 */
export type LeftOutReason =
  | 'broken-episode'
  | 'not-passed'
  | 'format-error'
  | 'another-repeat'
  | 'nothing-done'
  | 'no-words'
  | 'no-instruction'
  | 'reads-back'
  | 'no-picture'
  | 'no-hierarchy'
  | 'no-rules'
  | 'taken-over'
  | 'unreadable-screen'
  | 'placeholder';

/** An episode, or a step of one, that is not among the records. */
export interface LeftOut {
  readonly source: string;
  readonly episode: string;
  /** From 0; null for the whole episode. */
  readonly step: number | null;
  readonly reason: LeftOutReason;
  /** Kind of the action, where there is one. */
  readonly action: string | null;
  readonly message: string;
}

/** Takes note of what is left out. */
export type LeaveOut = (leftOut: LeftOut) => void;
