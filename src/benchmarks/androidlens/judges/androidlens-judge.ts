import { unknownVerdict, type Verdict } from '../../../domain/scores/verdict.js';
import { behindThinking } from '../../../judges/behind-thinking.js';
import { fillPrompt } from '../../../judges/fill-prompt.js';
import { defineJudge, type JudgeContext, type JudgeInput } from '../../../judges/judge.js';
import { promptsOf } from '../../../judges/prompts-of.js';
import type { ModelRequest } from '../../../models/model.js';
import { unreadable as cannotBeRead, type Reading } from '../../../models/readers/reading.js';
import { actedSteps } from '../dynamic/acted-steps.js';
import { isLensMaterial, type JudgedMilestone } from '../dynamic/judged-milestones.js';
import { walkMilestones } from '../dynamic/walk-milestones.js';
import {
  readMilestoneJudgements,
  type MilestoneJudgement,
  type MilestoneJudgementOptions,
} from '../readers/read-milestone-judgements.js';
import { MILESTONE_JUDGE_OPTIONS, readJudgeOptions, type MilestoneJudgeOptions } from './judge-options.js';
import { MILESTONE_PROMPT, REPAIR_PROMPT } from './milestone-prompt.js';
import { milestoneVerdict } from './milestone-verdict.js';
import { segmentRequest } from './segment-request.js';

/** The only model of the judge. */
const ROLE = 'judge';
const NO_MILESTONES = 'the task has no milestones';
/** Characters of an unusable answer that the model is shown again. */
const MOST_SHOWN = 4000;
const PROMPTS = { milestones: MILESTONE_PROMPT, repair: REPAIR_PROMPT };

/**
 * AndroidLens's judge of dynamic runs: looks for the task's milestones in the trajectory, piece by piece. A piece whose answer
 * cannot be used after one repair counts as a `judge_error` and completes nothing; what it may have completed is unknown.
 *
 * Source: AndroidLens paper (supplement), dynamic evaluation. Deviation: the prompt is in our words.
 */
export const androidlensJudge = defineJudge({
  name: 'androidlens',
  title: 'AndroidLens: the milestones of a task, looked for piece by piece in screenshots and actions',
  prompts: PROMPTS,
  options: MILESTONE_JUDGE_OPTIONS,
  create: ({ prompts, options }) => {
    const own = readJudgeOptions(options);
    const { texts: used, hashes } = promptsOf(PROMPTS, prompts, 'androidlens');
    return {
      name: 'androidlens',
      version: '1',
      roles: [ROLE],
      identity: {
        prompts: hashes,
        options: { ...own },
      },
      whyNot: ({ material, episode }) =>
        !isLensMaterial(material) || material.groups.length === 0
          ? NO_MILESTONES
          : actedSteps(episode.trajectory).steps.length === 0
            ? 'the agent did nothing'
            : null,
      judge: (input, context) => judgeMilestones(input, context, { prompts: used, options: own }),
    };
  },
});

interface Manner {
  readonly prompts: { readonly milestones: string; readonly repair: string };
  readonly options: MilestoneJudgeOptions;
}

async function judgeMilestones(
  { material, episode, signal }: JudgeInput,
  context: JudgeContext,
  { prompts, options }: Manner,
): Promise<Verdict> {
  if (!isLensMaterial(material) || material.groups.length === 0) return unknownVerdict(NO_MILESTONES);
  const { groups } = material;
  const { steps, last } = actedSteps(episode.trajectory);
  const milestones = new Map(groups.flat().map((milestone) => [milestone.index, milestone]));
  const asks = { asked: 0, judge_errors: 0, unreadable: 0 };
  const walked = await walkMilestones(
    groups.map((group) => group.map(({ index }) => index)),
    steps.length,
    async (indices, segment) => {
      const open = indices.flatMap((index): readonly JudgedMilestone[] => {
        const milestone = milestones.get(index);
        return milestone === undefined ? [] : [milestone];
      });
      const firstStep = options.index === 'absolute' ? segment.start : 0;
      const request = await segmentRequest({
        rules: prompts.milestones,
        open,
        segment,
        steps,
        last,
        firstStep,
        signal,
      });
      const answer = await context.ask({
        role: ROLE,
        purpose: `${open.length === 1 ? 'milestone' : 'milestones'} ${indices.join(', ')} in steps ${segment.start} to ${segment.end - 1}`,
        request,
        read: (text) => readAnswer(text, { asked: indices, steps: segment.end - segment.start, firstStep }),
        retries: 1,
        repair: (given, problem) => repairRequest(request, given, fillPrompt(prompts.repair, { problem })),
      });
      asks.asked += 1;
      asks.unreadable += answer.unreadable;
      if (answer.type === 'value') return answer.value;
      asks.judge_errors += 1;
      return null;
    },
    options,
  );
  return milestoneVerdict(groups, walked, asks, options);
}

/** How an answer begins. */
const LIST = /\[\s*\{/;

/** Of two lists nobody knows which one is the answer: one may be what a screen says. */
function readAnswer(
  text: string,
  options: MilestoneJudgementOptions,
): Reading<readonly MilestoneJudgement[]> {
  const behind = behindThinking(text, LIST);
  if (behind === null) return cannotBeRead('a JSON list stands before the end of its thinking');
  const lists = behind.match(/\[\s*\{/g) ?? [];
  return lists.length > 1 ? cannotBeRead('more than one JSON list') : readMilestoneJudgements(text, options);
}

function repairRequest(request: ModelRequest, given: string, problem: string): ModelRequest {
  const shown = given.trim() === '' ? '(nothing)' : given.slice(0, MOST_SHOWN);
  return {
    ...request,
    messages: [
      ...request.messages,
      { role: 'assistant', content: [{ type: 'text', text: shown }] },
      { role: 'user', content: [{ type: 'text', text: problem }] },
    ],
  };
}
