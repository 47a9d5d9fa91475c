import { androidlensJudge } from '../benchmarks/androidlens/judges/androidlens-judge.js';
import { probenchJudge } from '../benchmarks/probench/judges/probench-judge.js';
import { RUBRIC_JUDGE } from '../judges/rubric/rubric-judge.js';
import { SCREENSHOTS_JUDGE } from '../judges/screenshots/screenshots-judge.js';
import type { JudgeDefinition } from '../judges/judge.js';

/** Touchstone's own judges. To add one: a folder in `src/judges/` or in a benchmark's room, and one line here. */
const ENTRIES: readonly JudgeDefinition[] = [
  SCREENSHOTS_JUDGE,
  RUBRIC_JUDGE,
  probenchJudge,
  androidlensJudge,
];

export const JUDGES: ReadonlyMap<string, JudgeDefinition> = new Map(ENTRIES.map((one) => [one.name, one]));
