import type { SurveyNote, SurveyStep } from '../../formats/survey/survey-event.js';
import type { AllowedOffers } from './allowed-offers.js';
import type { ExplorationNotes } from './exploration-notes.js';
import type { EarlierSurvey } from './explore-options.js';
import type { FieldTexts } from './field-texts.js';
import type { ExploredPhone } from './explored-phone.js';
import type { KnownStates } from './known-states.js';
import type { ModelKnowledge } from './model-knowledge.js';
import { offerOf } from './offer-of.js';
import type { Offer, ScreenSketch } from './screen-sketch.js';

export interface TakeUpOptions {
  readonly known: KnownStates;
  readonly texts: FieldTexts;
  readonly phone: ExploredPhone;
  readonly knowledge: ModelKnowledge;
  readonly allowed: AllowedOffers;
  readonly notes: ExplorationNotes;
  /** Whether what is in front after the first start is what is explored. */
  readonly staysInFront: boolean;
  /** A way to a screen led elsewhere. @param capture of the screen that the way was to */
  readonly onFailure: (capture: number) => void;
}

/**
 * Takes up what a survey has of earlier sessions, as if it had just been done: what was tried and what was only a way, what failed, what
 * crashed, and what a model was asked.
 */
export async function takeUpSurvey(earlier: EarlierSurvey, options: TakeUpOptions): Promise<void> {
  const { known, texts, phone, knowledge } = options;
  // What the next capture comes of: its own step is written after it.
  let walk: 'reset' | 'other' | null = null;
  const steps = new Map<number, SurveyStep>();
  for (const event of earlier.events) if (event.type === 'step') steps.set(event.to, event);
  for (const event of earlier.events) {
    switch (event.type) {
      case 'capture': {
        if (walk === null) phone.steps += 1;
        const { activity, size, capture } = event;
        const by = steps.get(capture);
        const before = by === undefined ? undefined : known.of(by.from)?.sketch;
        if (by !== undefined && before !== undefined) texts.typed(before, by.action, offerAt(before, by));
        const screen = { activity, size, id: `capture ${capture}` };
        await phone.takeUp(capture, screen, await earlier.load(event));
        if (walk === 'reset' && phone.scope.size === 0 && options.staysInFront) {
          phone.scope.add(phone.here.sketch.package);
        }
        walk = null;
        break;
      }
      case 'walk':
        phone.steps += phone.isSeen ? 1 : 0;
        walk = event.why === 'reset' ? 'reset' : 'other';
        known.broughtUp();
        phone.forgetWay();
        break;
      case 'step': {
        const from = known.of(event.from)?.sketch;
        const offer = from === undefined ? null : offerAt(from, event);
        phone.went(event.from, event.to, event.action, known.step(event.from, event.to, event.action, offer));
        break;
      }
      case 'knowledge':
        knowledge.learn(event.capture, event);
        break;
      case 'note':
        takeUpNote(event, options);
        break;
      case 'survey-start':
      case 'survey-end':
        break;
      default:
        event satisfies never;
    }
  }
  phone.time.clear();
}

function offerAt(from: ScreenSketch, { tried, action }: SurveyStep): Offer | null {
  return tried === undefined ? null : offerOf(from, tried, action);
}

function takeUpNote(
  note: SurveyNote,
  { known, phone, knowledge, allowed, notes, onFailure }: TakeUpOptions,
): void {
  const { capture, kind, tried, expected, toward } = note;
  const state = capture === undefined ? undefined : known.of(capture);
  if (capture === undefined || state === undefined) return;
  notes.takeUp(note, state.sketch);
  if (kind === 'asked') knowledge.prepare({ ...phone.here, capture });
  else if (kind === 'asked-again') knowledge.questions += 1;
  else if (kind === 'unreadable') knowledge.giveUp();
  else if (kind === 'crash' && tried !== undefined) {
    phone.steps += 1;
    allowed.crashed(known.of(toward ?? capture)?.sketch.page ?? state.sketch.page, tried);
  } else if (kind === 'instead' && toward !== undefined && tried !== undefined) {
    known.of(toward)?.tried.add(tried);
  } else if (kind === 'elsewhere') {
    const wanted = expected === undefined ? undefined : known.of(expected);
    const isAnew = wanted !== undefined && known.expect(wanted, capture);
    if (!isAnew && toward !== undefined) onFailure(toward);
  }
}
