export { unknownVerdict } from '../domain/scores/verdict.js';
export type { Blame, CriterionVerdict, Verdict } from '../domain/scores/verdict.js';
export { episodeWords } from './episode-words.js';
export { fillPrompt } from './fill-prompt.js';
export { defineJudge } from './judge.js';
export type {
  Judge,
  JudgeAnswer,
  JudgeContext,
  JudgeDefinition,
  JudgeInput,
  JudgeParts,
  JudgeQuestion,
} from './judge.js';
export { quoteAsData } from './quote-as-data.js';
export { readJudgement } from './read-judgement.js';
export type { Judgement } from './read-judgement.js';
export { screenPicture } from '../observations/pictures/screen-picture.js';
