import type { SurveyNote } from '../../formats/survey/survey-event.js';
import type { ExplorationRecord } from './explore-options.js';
import type { ScreenSketch } from './screen-sketch.js';

/** What a note is about: it is made once for a page, an app or the phone. */
type Scope = 'page' | 'package' | 'phone';

/** Writes notes into a survey; those that are made once stay so over sessions. */
export class ExplorationNotes {
  readonly #record: Pick<ExplorationRecord, 'append'>;
  readonly #made = new Set<string>();

  constructor(record: Pick<ExplorationRecord, 'append'>) {
    this.#record = record;
  }

  add(
    kind: string,
    capture: number,
    detail: string,
    more: Pick<SurveyNote, 'expected' | 'toward' | 'tried'> = {},
  ): void {
    this.#record.append({ type: 'note', kind, capture, detail, ...more });
  }

  /** Writes it unless the same was noted in its scope. */
  once(
    scope: Scope,
    note: { readonly kind: string; readonly capture: number; readonly detail: string },
    sketch: ScreenSketch,
  ): void {
    const key = keyOf(scope, note, sketch);
    if (this.#made.has(key)) return;
    this.#made.add(key);
    this.add(note.kind, note.capture, note.detail);
  }

  /** A note of an earlier session. */
  takeUp(note: Pick<SurveyNote, 'kind' | 'detail'>, sketch: ScreenSketch): void {
    for (const scope of ['page', 'package', 'phone'] as const) this.#made.add(keyOf(scope, note, sketch));
  }
}

function keyOf(
  scope: Scope,
  { kind, detail }: Pick<SurveyNote, 'kind' | 'detail'>,
  { page, package: owner }: ScreenSketch,
): string {
  const place = scope === 'page' ? page : scope === 'package' ? owner : '';
  return [kind, scope, place, detail].join('\n');
}
