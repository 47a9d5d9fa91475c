import { pythonNumber } from '../chat-format/python-number.js';
import type { OdysseyEpisode, OdysseyStep } from '../episode-file.js';

/**
 * An episode as its annotation file: keys in the published order, four spaces to a level, characters as they are, no line feed at
 * the end. Numbers that were written with a fraction keep it, so that what was read is written as it was.
 */
export function odysseyEpisodeText(episode: OdysseyEpisode): string {
  const { steps, device_info: device, task_info: task, ...rest } = episode;
  const plain = JSON.stringify(
    {
      episode_id: rest.episode_id,
      device_info: {
        product: device.product,
        release_version: device.release_version,
        sdk_version: device.sdk_version,
        h: device.h,
        w: device.w,
        device_name: device.device_name,
      },
      task_info: {
        category: task.category,
        app: task.app,
        meta_task: task.meta_task,
        task: task.task,
        instruction: task.instruction,
      },
      step_length: rest.step_length,
      steps: [],
    },
    null,
    SPACES,
  );
  if (steps.length === 0) return plain;
  const entries = steps.map((step) => `${margin(2)}${printed(orderedStep(step), '', 2, step.wholeFloats)}`);
  return `${plain.slice(0, -'[]\n}'.length)}[\n${entries.join(',\n')}\n${margin(1)}]\n}`;
}

const SPACES = 4;

function orderedStep(step: OdysseyStep): Omit<OdysseyStep, 'wholeFloats'> {
  return {
    step: step.step,
    screenshot: step.screenshot,
    action: step.action,
    info: step.info,
    ...(step.ps === undefined ? {} : { ps: step.ps }),
    description: step.description,
    intention: step.intention,
    context: step.context,
    low_level_instruction: step.low_level_instruction,
    sam2_bbox: step.sam2_bbox,
  };
}

/** A JSON value as Python prints it, whole numbers with a fraction where they are to keep one. */
function printed(value: unknown, path: string, depth: number, floats: OdysseyStep['wholeFloats']): string {
  if (typeof value === 'number') return pythonNumber(value, floats?.has(path));
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const below = (key: string | number): string => (path === '' ? String(key) : `${path}.${key}`);
  const entries = Array.isArray(value)
    ? (value as readonly unknown[]).map((entry, index) => printed(entry, below(index), depth + 1, floats))
    : Object.entries(value).map(
        ([key, entry]) => `${JSON.stringify(key)}: ${printed(entry, below(key), depth + 1, floats)}`,
      );
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  if (entries.length === 0) return `${open}${close}`;
  const inner = margin(depth + 1);
  return `${open}\n${entries.map((entry) => inner + entry).join(',\n')}\n${margin(depth)}${close}`;
}

function margin(depth: number): string {
  return ' '.repeat(SPACES * depth);
}
