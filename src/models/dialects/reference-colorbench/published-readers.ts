import type { PublishedReader } from '../define-dialect.js';
import { pointScale } from './point-scale.js';
import { readOsAtlas } from './read-os-atlas.js';
import { readQwen3 } from './read-qwen3.js';
import { publishedResult } from './read-step.js';
import { readUiTars } from './read-ui-tars.js';
import { readVanilla } from './read-vanilla.js';

/** ColorBench's agent for Qwen2.5-VL and GUI-Owl, which fails the step where it cannot read the answer. */
export const vanillaReader: PublishedReader = (text, context, { coordinates }) =>
  publishedResult(text, readVanilla(text, pointScale(coordinates, context)));

/** ColorBench's agent for Qwen3-VL, which fails the step where it cannot read the answer. */
export const qwen3Reader: PublishedReader = (text, context, { coordinates }) =>
  publishedResult(text, readQwen3(text, pointScale(coordinates, context)));

/** ColorBench's agents for UI-TARS, which wait where they cannot read the answer. */
export const uiTarsReader: PublishedReader = (text, context, { coordinates }) =>
  publishedResult(text, readUiTars(text, pointScale(coordinates, context)));

/** ColorBench's agent for OS-Atlas, which waits where it cannot read the answer. */
export const osAtlasReader: PublishedReader = (text, context, { coordinates }) =>
  publishedResult(text, readOsAtlas(text, pointScale(coordinates, context)));
