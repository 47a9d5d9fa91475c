import type { Ask } from '../../models/asking/model-question.js';
import type { Look } from './looks.js';
import { sameScreenQuestion } from './same-screen-question.js';

/** Pairs of looks of which it is known whether they are one. */
export interface ControlPairs {
  readonly same: readonly (readonly [Look, Look])[];
  readonly different: readonly (readonly [Look, Look])[];
}

/** Control questions of each kind. */
const CONTROLS = 6;
/** How many of them have to be right, of each kind. */
const LEAST_RIGHT = 2 / 3;
/** How often a model is taken to be right, before it has shown it. */
const TAKEN_RIGHT = 0.9;

/** A model that is asked whether two looks are one, once it has shown with pairs that are known that it can say so. */
export class Matcher {
  readonly #ask: Ask;
  readonly #signal: AbortSignal;
  /** Questions asked, those about known pairs included. */
  asked = 0;
  /** What it got wrong of the known pairs; null as long as it is believed. */
  disbelieved: string | null = null;
  /** How often it is right, 0-1. */
  accuracy = TAKEN_RIGHT;

  constructor(ask: Ask, signal: AbortSignal) {
    this.#ask = ask;
    this.#signal = signal;
  }

  /** Asks about pairs that are known. A model that says of everything, or of nothing, that it is the same fails one kind. */
  async prove({ same, different }: ControlPairs): Promise<void> {
    let [right, all] = [0, 0];
    for (const [kind, pairs, truth] of [
      ['the same screen', same, true],
      ['different screens', different, false],
    ] as const) {
      const chosen = pairs.slice(0, CONTROLS);
      if (chosen.length === 0) {
        this.disbelieved = `no two screens are certainly ${kind}, so that it cannot show that it can tell`;
        return;
      }
      let ofKind = 0;
      for (const pair of chosen) if ((await this.say(pair, 0)) === truth) ofKind += 1;
      right += ofKind;
      all += chosen.length;
      if (ofKind < Math.ceil(LEAST_RIGHT * chosen.length)) {
        this.disbelieved = `of ${chosen.length} pairs that are certainly ${kind}, the model got ${chosen.length - ofKind} wrong`;
        return;
      }
    }
    // Twenty answers' worth of trust besides what was seen, so that a few lucky ones do not make it certain.
    this.accuracy = Math.min(0.98, (right + 20 * TAKEN_RIGHT) / (all + 20));
  }

  /** What the model says of two looks; null where its answer cannot be read. */
  async say(pair: readonly [Look, Look], draw: number): Promise<boolean | null> {
    this.asked += 1;
    const reply = await this.#ask(await sameScreenQuestion(pair, { draw, signal: this.#signal }));
    return reply.type === 'value' ? reply.value : null;
  }
}
