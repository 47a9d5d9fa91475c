import type { PlainQuestion } from '../../domain/questions/question.js';
import type { SentPicture } from '../dialects/dialect.js';
import type { ModelRequest } from '../model.js';
import type { PromptTexts } from './prompt-texts.js';

/** What a question shows of its screen; null for what it does not show. */
export interface QuestionScreen {
  /** The UI hierarchy as the question's view writes it. */
  readonly text: string | null;
  /** The screenshot, with marks where the view has them. */
  readonly picture: SentPicture | null;
}

/** How a benchmark asks about single capabilities, in official texts. */
export interface OfficialQuestions {
  /** Ids of the texts that its requests are made of, in the catalogue's names. */
  readonly texts: readonly string[];
  /** The request as the official evaluation makes it; null for a question that it does not ask. */
  request(question: PlainQuestion, screen: QuestionScreen, texts: PromptTexts): ModelRequest | null;
}
