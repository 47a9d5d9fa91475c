import type { PlayedEnd } from '../app/play/player-turn.js';
import type { Size } from '../domain/geometry.js';
import type { Screen } from '../domain/screen.js';
import type { GymTurn } from './gym-session.js';
import type { ShownPicture } from './picture-shelf.js';

/** What a client sees of a phone. Holds nothing of milestones, states or scores. */
export interface WireObservation extends ShownPicture {
  readonly instruction: string;
  readonly step: number;
  readonly screen: {
    readonly width: number | null;
    readonly height: number | null;
    readonly orientation: string | null;
  };
  readonly activity: string | null;
  readonly last_action_error: string | null;
  /** The task came to its end: the agent said so, or the phone has no way on. */
  readonly terminated: boolean;
  /** A limit ended the episode, or a failure that is not the agent's. */
  readonly truncated: boolean;
}

/** The answer to a reset or a step. */
export interface WireResult {
  readonly observation: WireObservation;
  readonly reward: number | null;
  readonly done: boolean;
}

/** The text of `wireResult`, without the braces around it: what is alike in many turns is written once. */
export function wireText({ turn, picture }: GymTurn): string {
  const { task, observation, ended, reward } = turn;
  const { instruction = task.instruction, stepInstruction, refused } = observation;
  const isTruncated = ended !== null && isCutOff(ended);
  const said = stepInstruction === undefined ? instruction : `${instruction}\n${stepInstruction}`;
  return (
    `"observation":{"instruction":${textOf(said)},"step":${turn.step},${screenText(observation.screen, picture)},` +
    `"last_action_error":${refused === undefined ? 'null' : JSON.stringify(refused)},` +
    `"terminated":${ended !== null && !isTruncated},"truncated":${isTruncated}},` +
    `"reward":${JSON.stringify(reward)},"done":${ended !== null}`
  );
}

/** What was written last, of the instructions of some tasks and of the screens of recorded worlds without pictures. */
const INSTRUCTIONS = new Map<string, string>();
const MOST_INSTRUCTIONS = 1_000;
const SCREENS = new WeakMap<Screen, string>();

function textOf(instruction: string): string {
  const known = INSTRUCTIONS.get(instruction);
  if (known !== undefined) return known;
  if (INSTRUCTIONS.size >= MOST_INSTRUCTIONS) INSTRUCTIONS.clear();
  const text = JSON.stringify(instruction);
  INSTRUCTIONS.set(instruction, text);
  return text;
}

function screenText(screen: Screen, picture: ShownPicture): string {
  const isBare = picture.screenshot === null;
  const known = isBare ? SCREENS.get(screen) : undefined;
  if (known !== undefined) return known;
  const fields = { screen: wireScreen(screen.size), ...picture, activity: activityOf(screen) };
  const text = JSON.stringify(fields).slice(1, -1);
  if (isBare) SCREENS.set(screen, text);
  return text;
}

const LIMITS: ReadonlySet<string> = new Set(['step_budget', 'time_budget']);

/** A turn as it is on the wire. */
export function wireResult({ turn, picture }: GymTurn): WireResult {
  const { task, observation, ended } = turn;
  const { screen, instruction = task.instruction, stepInstruction } = observation;
  const isTruncated = ended !== null && isCutOff(ended);
  return {
    observation: {
      instruction: stepInstruction === undefined ? instruction : `${instruction}\n${stepInstruction}`,
      step: turn.step,
      screen: wireScreen(screen.size),
      ...picture,
      activity: activityOf(screen),
      last_action_error: observation.refused ?? null,
      terminated: ended !== null && !isTruncated,
      truncated: isTruncated,
    },
    reward: turn.reward,
    done: ended !== null,
  };
}

function isCutOff({ end: { reason, fault } }: PlayedEnd): boolean {
  return LIMITS.has(reason) || (fault !== undefined && fault !== 'agent');
}

function activityOf({ activity }: Screen): string | null {
  return activity === null ? null : `${activity.package}/${activity.activity}`;
}

function wireScreen(size: Size | null): WireObservation['screen'] {
  if (size === null) return { width: null, height: null, orientation: null };
  const { width, height } = size;
  return { width, height, orientation: width > height ? 'landscape' : 'portrait' };
}
