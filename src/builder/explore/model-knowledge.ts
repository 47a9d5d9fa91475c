import type { ForbiddenKind } from '../../domain/task-fields/forbidden-kind.js';
import { faultOf } from '../../errors.js';
import { sha256 } from '../../formats/run/canonical-json.js';
import { BudgetSpentError } from '../../models/asking/budget-spent-error.js';
import type { ModelQuestion, QuestionReply } from '../../models/asking/model-question.js';
import type { ExplorationNotes } from './exploration-notes.js';
import type { ExploreOptions } from './explore-options.js';
import type { FieldTexts } from './field-texts.js';
import { knowledgeQuestion, type ScreenKnowledge } from './screen-knowledge.js';
import type { ScreenSketch } from './screen-sketch.js';

/** A screen that was looked at. */
export interface SeenScreen {
  readonly capture: number;
  readonly sketch: ScreenSketch;
  readonly picture: { readonly bytes: Uint8Array; readonly mediaType: string } | null;
}

/** Steps for which the model may be asked once. */
const STEPS_PER_QUESTION = 20;
/** Texts of other screens that a model is shown at most. */
const MOST_SEEN = 80;

export interface ModelKnowledgeOptions extends Pick<ExploreOptions, 'ask' | 'record' | 'forbid'> {
  readonly texts: FieldTexts;
  readonly notes: ExplorationNotes;
  /** Screen of a capture. */
  readonly sketchOf: (capture: number) => ScreenSketch | undefined;
}

/** What a model knows of pages: each is asked about once, and seldom. */
export class ModelKnowledge {
  readonly #options: ModelKnowledgeOptions;
  /** Pages that a model was asked about. */
  readonly #asked = new Set<string>();
  /** Ids of offers that a model takes for risky, by page. */
  readonly #risky = new Map<string, ForbiddenKind>();
  #pending: { readonly question: ModelQuestion<ScreenKnowledge>; readonly capture: number } | null = null;
  /** The model is gone, or its budget is spent. */
  #isAlone = false;
  /** Questions of all sessions, those asked again because an answer could not be read included. */
  questions = 0;

  constructor(options: ModelKnowledgeOptions) {
    this.#options = options;
  }

  /** Kind of what an offer does that cannot be taken back, by what the model says. @param offer id */
  riskOf(page: string, offer: string): ForbiddenKind | undefined {
    return this.#risky.get(`${page} ${offer}`);
  }

  /** Asks what was about to be asked when an earlier session ended. True where there was such a question. */
  async catchUp(): Promise<boolean> {
    if (this.#pending === null) return false;
    await this.#answerPending();
    return true;
  }

  /** Asks about the page of a screen. False where it was asked about, or where too few steps were done since. */
  async askAbout(screen: SeenScreen, steps: number): Promise<boolean> {
    const { ask, record, notes } = this.#options;
    const { page } = screen.sketch;
    if (ask === null || this.#isAlone || this.#asked.has(page)) return false;
    if ((this.questions + 1) * STEPS_PER_QUESTION > steps) return false;
    notes.add('asked', screen.capture, sha256(page));
    await record.commit();
    this.prepare(screen);
    await this.#answerPending();
    return true;
  }

  /** A question is about to be asked. */
  prepare({ capture, sketch, picture }: SeenScreen): void {
    this.#asked.add(sketch.page);
    this.questions += 1;
    const seen = this.#options.texts.seenIn(sketch.package, MOST_SEEN);
    const question = knowledgeQuestion(sketch, { subject: `screen ${capture}`, picture, seen });
    this.#pending = { question, capture };
  }

  /** What is known of a screen, by the numbers of its elements. */
  learn(capture: number, { elements, texts }: ScreenKnowledge): void {
    this.#pending = null;
    const sketch = this.#options.sketchOf(capture);
    if (sketch === undefined) return;
    for (const { element, text } of texts) {
      const field = sketch.elements[element];
      if (field !== undefined) this.#options.texts.learn(sketch.page, field.fullKey, [text]);
    }
    for (const { element, risk } of elements) {
      const one = sketch.elements[element];
      const kind = [...this.#options.forbid].find((forbidden) => forbidden === risk);
      if (one !== undefined && kind !== undefined) this.#risky.set(`${sketch.page} tap ${one.fullKey}`, kind);
    }
  }

  /** Nobody could read the answer. */
  giveUp(): void {
    this.#pending = null;
  }

  async #answerPending(): Promise<void> {
    const { record, notes } = this.#options;
    const pending = this.#pending;
    this.#pending = null;
    if (pending === null) return;
    const { question, capture } = pending;
    const reply = await this.#said(question, capture);
    if (reply === null) return;
    const again = reply.type === 'value' ? reply.unreadable : Math.max(reply.unreadable - 1, 0);
    this.questions += again;
    for (let count = 0; count < again; count += 1)
      notes.add('asked-again', capture, 'the answer was unreadable');
    if (reply.type !== 'value') {
      notes.add('unreadable', capture, reply.type === 'refusal' ? 'the model refuses' : reply.problem);
      return;
    }
    const { purpose, elements, texts } = reply.value;
    record.append({ type: 'knowledge', capture, purpose, elements: [...elements], texts: [...texts] });
    this.learn(capture, reply.value);
  }

  /** Null where nobody can be asked any more: exploring goes on by itself. */
  async #said(
    question: ModelQuestion<ScreenKnowledge>,
    capture: number,
  ): Promise<QuestionReply<ScreenKnowledge> | null> {
    const { ask, notes } = this.#options;
    if (ask === null || this.#isAlone) return null;
    try {
      return await ask(question);
    } catch (error) {
      if (!(error instanceof BudgetSpentError) && faultOf(error) !== 'model') throw error;
      this.#isAlone = true;
      const why = error instanceof Error ? error.message : String(error);
      notes.add('alone', capture, `no more questions: ${why}`);
      return null;
    }
  }
}
