/** Letters of the options of a multiple-choice question. */
export const OPTION_LETTERS = ['A', 'B', 'C', 'D'] as const;
export type OptionLetter = (typeof OPTION_LETTERS)[number];

interface KnowledgeQuestion {
  readonly view: 'none';
  readonly text: string;
  /** Name and kind of the app that is asked about, where the question names it. */
  readonly app: string | null;
  readonly category: string | null;
}

/**
 * One prompt that is answered once, without acting: what an agent is asked where a benchmark measures a capability apart.
 * Its `view` is what of the screen it shows: nothing, the UI hierarchy as text without (`plain`) and with indices of elements
 * (`tree`), the screenshot, or the screenshot with marks. `native`: what the model's own dialect shows, with an action
 * in that dialect as the answer.
 *
 * Source: SPHINX paper, sections on knowledge probing, planning, grounding and instruction following.
 */
export type Question =
  /** Which option is right; answered by a letter. */
  | (KnowledgeQuestion & {
      readonly type: 'option';
      readonly options: Readonly<Record<OptionLetter, string>>;
    })
  /** Whether an option is right; answered by T or F. */
  | (KnowledgeQuestion & { readonly type: 'truth'; readonly option: string })
  /** Whether the goal is reached; answered by YES or NO. */
  | {
      readonly type: 'completion';
      readonly view: 'none' | 'plain' | 'screenshot';
      readonly goal: string;
      /** What was done so far, a sentence each. */
      readonly done: readonly string[];
    }
  /** Which action carries out the instruction on this screen. */
  | {
      readonly type: 'grounding';
      readonly view: 'tree' | 'marked' | 'native';
      readonly instruction: string;
    }
  /** Nothing but to repeat an action in its exact form. */
  | { readonly type: 'format'; readonly view: 'none'; readonly request: string };

export type QuestionType = Question['type'];

/** A question that asks for no action in the model's own dialect. */
export type PlainQuestion = Exclude<Question, { readonly view: 'native' }>;
