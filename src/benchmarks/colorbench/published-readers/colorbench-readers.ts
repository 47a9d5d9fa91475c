import type { PublishedReader } from '../../../models/dialects/define-dialect.js';
import { GRAPH_FAMILY } from '../../../domain/graph/native-action.js';
import { pointScale } from './point-scale.js';
import { pressOf, readPlannedAction, splitPlannedAction } from './read-api.js';
import { readExecutor } from './read-executor.js';
import { readOsAtlas } from './read-os-atlas.js';
import { readQwen3 } from './read-qwen3.js';
import type { Action } from '../../../domain/action.js';
import { publishedResult } from './read-step.js';
import { readUiTars } from './read-ui-tars.js';
import { readVanilla } from './read-vanilla.js';

/** ColorBench's agent for Qwen2.5-VL and GUI-Owl, which fails the step where it cannot read the answer. */
const vanillaReader: PublishedReader = (text, context, { coordinates }) =>
  publishedResult(text, readVanilla(text, pointScale(coordinates, context)));

/** The same for Qwen2.5-VL; the variant of the executor is read as the multi-agent system reads it. */
const qwen25Reader: PublishedReader = (text, context, dialect) =>
  dialect.variant === 'colorbench_executor'
    ? publishedResult(text, readExecutor(text))
    : vanillaReader(text, context, dialect);

/** ColorBench's agent for Qwen3-VL, which fails the step where it cannot read the answer. */
const qwen3Reader: PublishedReader = (text, context, { coordinates }) =>
  publishedResult(text, readQwen3(text, pointScale(coordinates, context)));

/** ColorBench's agents for UI-TARS, which wait where they cannot read the answer. */
const uiTarsReader: PublishedReader = (text, context, { coordinates }) =>
  publishedResult(text, readUiTars(text, pointScale(coordinates, context)));

/** ColorBench's agent for OS-Atlas, which waits where it cannot read the answer. */
const osAtlasReader: PublishedReader = (text, context, { coordinates }) =>
  publishedResult(text, readOsAtlas(text, pointScale(coordinates, context)));

/**
 * ColorBench's agent for closed models, as far as its planner goes: a press names its element in words, whole action and
 * all, and is grounded afterwards.
 */
export const plannerReader: PublishedReader = (text) => {
  const planned = splitPlannedAction(text);
  if (planned === null) return publishedResult(text, { action: null, actionText: null });
  const { reason, action } = planned;
  const press = pressOf(action);
  if (press === null) {
    return publishedResult(text, {
      action: readPlannedAction(action, null),
      actionText: action,
      thought: reason,
    });
  }
  const grounded: Action = {
    type: press === 'click' ? 'tap' : 'long_press',
    target: { type: 'description', text: action },
    native: { family: GRAPH_FAMILY, name: press, text: action },
  };
  return { type: 'actions', actions: [grounded], thought: reason, warnings: [], lenient: false };
};

/** How ColorBench's code reads the answers of each family, `reference:colorbench`. */
export const COLORBENCH_READERS: Readonly<Record<string, PublishedReader>> = {
  qwen25_mobile_use: qwen25Reader,
  qwen3_mobile_use: qwen3Reader,
  gui_owl: vanillaReader,
  ui_tars: uiTarsReader,
  os_atlas: osAtlasReader,
};
