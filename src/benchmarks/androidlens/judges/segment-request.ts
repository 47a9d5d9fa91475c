import type { Screen, ScreenContent } from '../../../domain/screen.js';
import type { TrajectoryStep } from '../../../domain/trajectory.js';
import { quoteAsData } from '../../../judges/quote-as-data.js';
import { sayStep } from '../../../judges/say-action.js';
import type { ModelContent, ModelRequest } from '../../../models/model.js';
import type { JudgedMilestone } from '../dynamic/judged-milestones.js';
import type { WalkSegment } from '../dynamic/walk-milestones.js';
import { outlineUnitBox } from './outline-unit-box.js';

export interface SegmentQuestion {
  /** The judge's rules. */
  readonly rules: string;
  readonly open: readonly JudgedMilestone[];
  readonly segment: WalkSegment;
  /** Steps of the whole trajectory, without a last screen on which nothing was done. */
  readonly steps: readonly TrajectoryStep[];
  /** The screen behind the last step of the trajectory; null where there is none. */
  readonly last: Screen | null;
  /** Number by which the segment's first step is called. */
  readonly firstStep: number;
  readonly signal: AbortSignal;
}

/**
 * What the judge of milestones is sent: its rules, the open milestones with their reference pictures, and the steps of the
 * segment, each with the screen before it, and the screen behind the last.
 *
 * @throws {TouchstoneError} where a picture cannot be had
 */
export async function segmentRequest(question: SegmentQuestion): Promise<ModelRequest> {
  const { rules, open, segment, steps, last, firstStep, signal } = question;
  const content: ModelContent[] = [text(`Milestones to judge:\n[${open.map(shownMilestone).join(',\n')}]`)];
  for (const { index, picture, box } of open) {
    if (picture === null) continue;
    content.push(text(`Reference picture of milestone ${index}:`));
    const data = await picture.load({ signal });
    const place = { file: `reference picture of milestone ${index}` };
    content.push(
      box === null
        ? image(picture, data)
        : { type: 'image', mediaType: 'image/png', data: await outlineUnitBox(data, box, place) },
    );
  }
  const numberOf = (at: number): number => firstStep + at - segment.start;
  content.push(text(`Steps ${numberOf(segment.start)} to ${numberOf(segment.end - 1)} of the agent:`));
  for (let at = segment.start; at < segment.end; at += 1) {
    const step = steps[at];
    if (step === undefined) continue;
    content.push(...(await shownScreen(`Screen before step ${numberOf(at)}`, step.screen, signal)));
    content.push(text(`Step ${numberOf(at)}: ${shownStep(step)}`));
  }
  // The last screenshot of the trajectory belongs to its last step.
  const behind = segment.end < steps.length ? (steps[segment.end]?.screen ?? null) : last;
  content.push(...(await shownScreen(`Screen after step ${numberOf(segment.end - 1)}`, behind, signal)));
  const asked = open.map(({ index }) => index).join(', ');
  content.push(
    text(
      `Judge ${open.length === 1 ? 'milestone' : 'the milestones'} ${asked}. "last_idx" is a step from ${numberOf(segment.start)} to ${numberOf(segment.end - 1)}, or -1.`,
    ),
  );
  return {
    messages: [
      { role: 'system', content: [text(rules)] },
      { role: 'user', content },
    ],
    temperature: 0,
  };
}

/** A milestone as the judge's list has it. Source: AndroidLens paper (supplement). */
function shownMilestone({ index, target, picture, box, text: own, states }: JudgedMilestone): string {
  const fields = [
    `"idx": ${index}`,
    `"sub-target": ${quoteAsData(target)}`,
    ...(picture === null ? [] : [`"screenshot": "reference picture of milestone ${index}"`]),
    ...(box === null ? [] : [`"bbox": [${box.join(', ')}]`]),
    ...(own === null ? [] : [`"text": ${quoteAsData(own)}`]),
    ...(states.length === 0 ? [] : [`"state": [${states.map(quoteAsData).join(', ')}]`]),
  ];
  return `{${fields.join(', ')}}`;
}

/** How the agent says that it ended is its claim and shows nothing. */
const END = 'end of the task';

function shownStep(step: TrajectoryStep): string {
  const { action, formatError, answer } = step;
  if (formatError !== undefined) return 'nothing, the answer of the agent could not be read';
  const said =
    answer === undefined || action?.type === 'answer' ? '' : `; told the user ${quoteAsData(answer)}`;
  return `${action?.type === 'stop' ? END : sayStep(step)}${said}`;
}

async function shownScreen(
  title: string,
  screen: Screen | null,
  signal: AbortSignal,
): Promise<readonly ModelContent[]> {
  const picture = screen?.picture ?? null;
  if (picture === null) return [text(`${title}: no picture was taken.`)];
  return [text(`${title}:`), image(picture, await picture.load({ signal }))];
}

function text(value: string): ModelContent {
  return { type: 'text', text: value };
}

function image({ mediaType }: ScreenContent, data: Uint8Array): ModelContent {
  return { type: 'image', mediaType, data };
}
