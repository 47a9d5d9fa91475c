import type { Proof } from '../proof.js';
import { gymPart } from './gym.js';
import { postgresPart } from './postgres.js';
import { simulationPart } from './simulation.js';
import { speedPart } from './speed.js';
import { workersPart } from './workers.js';

/** A part of the proof of scale. */
export type ScalePart = Omit<Proof, 'title'>;

/** In the order in which they are done; a new part is a file here and a line in this list. */
export const SCALE_PARTS: readonly ScalePart[] = [
  workersPart,
  speedPart,
  simulationPart,
  gymPart,
  postgresPart,
];
