import { casePageCase, casePageFoot, casePageHead } from './case-page.js';

/** One episode on the page. Texts are shown as they are; nothing of them is markup. */
export interface LabelCase {
  /** From 1, as the questionnaire numbers it. */
  readonly number: number;
  readonly name: string;
  readonly instruction: string;
  readonly steps: readonly {
    /** What was done on the screen, in words. */
    readonly words: string;
    /** A WebP picture of the screen; null where there is none. */
    readonly picture: Uint8Array | null;
  }[];
  /** What the judge said; null where the person is not to know. */
  readonly verdict: string | null;
}

/** Beginning of a page that shows episodes to whoever labels them. It loads nothing and runs nothing. */
export function labelPageHead(title: string): string {
  return casePageHead(title, 'A screenshot shows the phone before what is written below it was done.');
}

/** One episode: its pictures side by side. */
export function labelPageCase({ number, name, instruction, steps, verdict }: LabelCase): string {
  return casePageCase({
    id: `case-${number}`,
    title: `${number}. ${name}`,
    text: instruction,
    note: verdict === null ? null : `The judge: ${verdict}`,
    figures: steps.map(({ words, picture }, index) => ({ words: `${index + 1}. ${words}`, picture })),
  });
}

/** End of the page. */
export function labelPageFoot(): string {
  return casePageFoot();
}
