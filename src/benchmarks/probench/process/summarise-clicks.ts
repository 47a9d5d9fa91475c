import type { Screen } from '../../../domain/screen.js';
import type { Trajectory } from '../../../domain/trajectory.js';
import { fillPrompt } from '../../../judges/fill-prompt.js';
import type { JudgeContext } from '../../../judges/judge.js';
import { quoteAsData } from '../../../judges/quote-as-data.js';
import { readClickSummary } from '../readers/summarizer-probench.js';
import { beforeAfterPicture } from './before-after-picture.js';
import { clickOf, operationText, type ProcessLine } from './process-lines.js';

/** Longest summary that is passed on, characters: it is a phrase, not a report. */
const MAX_SUMMARY = 500;

/** What clicks did, in a model's words. */
export interface SummarisedProcess {
  readonly lines: readonly ProcessLine[];
  /** Clicks that are told as they were answered, for want of a summary. */
  readonly errors: number;
  /** Clicks that changed nothing, as the model saw it. */
  readonly invalid: number;
}

interface SummaryOptions {
  readonly prompt: string;
  /** Role of the model that is asked. */
  readonly role: string;
  readonly context: JudgeContext;
  readonly signal: AbortSignal;
}

/**
 * The process information of an episode, by the MLLM-based Summarizer: a model is shown each click with the screens before and
 * behind it, and says what it did. Where it says nothing that can be read, twice, the operation stands for itself.
 *
 * Source: ProBench paper, Process Provider.
 *
 * @throws {TouchstoneError} with fault `model` on an outage
 */
export async function summariseClicks(
  { steps }: Trajectory,
  { prompt, role, context, signal }: SummaryOptions,
): Promise<SummarisedProcess> {
  const lines: ProcessLine[] = [];
  let errors = 0;
  let invalid = 0;
  for (const [index, step] of steps.entries()) {
    const operation = operationText(step);
    if (operation === null) continue;
    const click = clickOf(step);
    if (click === null) {
      lines.push({ step: index, text: operation, isClick: false });
      continue;
    }
    const [before, after] = [
      await pictureOf(step.screen, signal),
      await pictureOf(steps[index + 1]?.screen, signal),
    ];
    if (before === null || after === null) {
      errors += 1;
      lines.push({ step: index, text: operation, isClick: true });
      continue;
    }
    const picture = await beforeAfterPicture({ before, after, click, place: { file: step.screen.id } });
    const answer = await context.ask({
      role,
      purpose: `summary of step ${index + 1}`,
      request: {
        messages: [
          {
            role: 'user',
            content: [
              { type: 'text', text: fillPrompt(prompt, { action: quoteAsData(operation) }) },
              { type: 'image', mediaType: 'image/png', data: picture.data },
            ],
          },
        ],
      },
      read: readClickSummary,
      retries: 1,
    });
    if (answer.type === 'value') {
      const { summary, invalid: isIdle } = answer.value;
      if (isIdle) invalid += 1;
      const text = isIdle ? 'Invalid click' : summary.replaceAll(/\s+/g, ' ').slice(0, MAX_SUMMARY);
      lines.push({ step: index, text, isClick: true });
    } else {
      errors += 1;
      lines.push({ step: index, text: operation, isClick: true });
    }
  }
  return { lines, errors, invalid };
}

async function pictureOf(screen: Screen | undefined, signal: AbortSignal): Promise<Uint8Array | null> {
  return (await screen?.picture?.load({ signal })) ?? null;
}
