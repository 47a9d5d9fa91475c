import type { ItemKey } from '../../domain/episode.js';
import type { LabelValue } from '../../domain/scores/label.js';

/** Where somebody is asked. */
export interface LabelConsole {
  show(text: string): void;
  /** The next line; null at the end of the input. */
  ask(question: string, options: { readonly signal: AbortSignal }): Promise<string | null>;
}

/** An episode to label. */
export interface LabelQuestion {
  /** From 1, as on the page. */
  readonly number: number;
  readonly of: number;
  readonly key: ItemKey;
  readonly name: string;
  readonly instruction: string;
}

/** What somebody said of an episode. */
export interface LabelAnswer {
  readonly label: LabelValue;
  readonly note: string;
}

const HELP =
  '  s success   f failure   u unsure   Enter skip for now   q quit; a note may follow: f it was never sent';
const LABELS: Readonly<Record<string, LabelValue>> = { s: 'success', f: 'failure', u: 'unsure' };

/**
 * Asks for a label of each episode; each answer is saved before the next question.
 *
 * @returns whether everything was asked; not where somebody quit
 */
export async function labelDialogue(
  questions: readonly LabelQuestion[],
  {
    console: person,
    save,
    signal,
  }: {
    readonly console: LabelConsole;
    readonly save: (question: LabelQuestion, answer: LabelAnswer) => Promise<void>;
    readonly signal: AbortSignal;
  },
): Promise<boolean> {
  person.show(HELP);
  for (const question of questions) {
    const { number, of, name, instruction } = question;
    person.show(`\n${number} of ${of}: ${name}\n  ${instruction}`);
    for (;;) {
      const line = await person.ask('Was the task done? ', { signal });
      if (line === null) return false;
      const [, word = '', note = ''] = /^(\p{L}*)\s*(.*)$/su.exec(line.trim()) ?? [];
      const said = word.toLowerCase();
      if (said === 'q' || said === 'quit') return false;
      if (said === '' && note === '') break;
      const label = LABELS[said] ?? Object.values(LABELS).find((one) => one === said);
      if (label === undefined) {
        person.show(HELP);
        continue;
      }
      await save(question, { label, note });
      break;
    }
  }
  return true;
}
