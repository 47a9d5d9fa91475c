import type { PlayerTurn } from '../app/play/player-turn.js';
import type { Size } from '../domain/geometry.js';
import type { PictureShelf, ShownPicture } from './picture-shelf.js';

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

const LIMITS: ReadonlySet<string> = new Set(['step_budget', 'time_budget']);

/** A turn as it is on the wire. */
export async function wireResult(turn: PlayerTurn, pictures: PictureShelf): Promise<WireResult> {
  const { task, observation, ended } = turn;
  const { screen, instruction = task.instruction, stepInstruction } = observation;
  const isTruncated = ended !== null && (LIMITS.has(ended.end.reason) || isFailure(ended.end.fault));
  return {
    observation: {
      instruction: stepInstruction === undefined ? instruction : `${instruction}\n${stepInstruction}`,
      step: turn.step,
      screen: wireScreen(screen.size),
      ...(await pictures.show(screen.picture)),
      activity: screen.activity === null ? null : `${screen.activity.package}/${screen.activity.activity}`,
      last_action_error: observation.refused ?? null,
      terminated: ended !== null && !isTruncated,
      truncated: isTruncated,
    },
    reward: turn.reward,
    done: ended !== null,
  };
}

function isFailure(fault: string | undefined): boolean {
  return fault !== undefined && fault !== 'agent';
}

function wireScreen(size: Size | null): WireObservation['screen'] {
  if (size === null) return { width: null, height: null, orientation: null };
  const { width, height } = size;
  return { width, height, orientation: width > height ? 'landscape' : 'portrait' };
}
