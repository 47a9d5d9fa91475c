import { z } from 'zod';
import { UserError } from '../../errors.js';
import { readJsonFile } from '../../formats/read-json-file.js';

/**
 * Ways to a value, the first that leads somewhere counts: keys with dots between them. A last key that ends in `*` takes all
 * keys it begins, as an object without that beginning.
 */
const WaysSchema = z.array(z.string().min(1));

const FIELDS = [
  'episodeId',
  'steps',
  'trajectories',
  'step',
  'screenshot',
  'instruction',
  'stepInstruction',
  'action',
  'alternatives',
  'boxes',
  'path',
  'anomaly',
  'types',
  'apps',
  'domains',
  'interactionKinds',
  'milestones',
] as const;
export type LensField = (typeof FIELDS)[number];

const SpaceSchema = z.enum(['guess', 'pixel', 'permille', 'unit']);

/** A mapping file as users write it: what it leaves out stays as guessed. */
const MappingFileSchema = z.strictObject({
  formatVersion: z.literal(1),
  fields: z.partialRecord(z.enum(FIELDS), WaysSchema).optional(),
  coordinates: SpaceSchema.optional(),
  boxCoordinates: z.union([SpaceSchema, z.literal('same')]).optional(),
  boxOrder: z.enum(['x1y1x2y2', 'xywh', 'yxhw']).optional(),
  scroll: z.enum(['content', 'finger']).optional(),
});

/** Where the data keep what, and what their numbers mean. */
export interface LensMapping {
  readonly fields: Readonly<Record<LensField, readonly string[]>>;
  /** Unit of positions; `guess` until the data were inspected. */
  readonly coordinates: z.infer<typeof SpaceSchema>;
  readonly boxCoordinates: z.infer<typeof SpaceSchema> | 'same';
  readonly boxOrder: 'x1y1x2y2' | 'xywh' | 'yxhw';
  /** What the direction of `scroll(…)` names: what comes into view, or where the finger goes. */
  readonly scroll: 'content' | 'finger';
}

/** What the fields may be called; the published page of the data shows `types` alone. */
export const GUESSED_MAPPING: LensMapping = {
  fields: {
    episodeId: ['episode_id', 'id', 'task_id'],
    steps: ['steps', 'data', 'episode'],
    trajectories: ['trajectories', 'paths', 'valid_paths', 'alternative_trajectories'],
    step: ['step', 'step_id', 'step_index', 'index'],
    screenshot: ['image', 'screenshot', 'image_path', 'img', 'screenshot_path'],
    instruction: ['instruction', 'task', 'query', 'goal', 'high_instruction', 'high_level_instruction'],
    stepInstruction: ['low_instruction', 'low_level_instruction', 'step_instruction'],
    action: ['action', 'actions', 'result_action_*', 'action_type'],
    alternatives: ['alternatives', 'candidates', 'valid_actions', 'multi_*'],
    boxes: ['bbox', 'gt_bbox', 'candidate_bbox', 'check_options.candidate_bbox', 'ui_positions'],
    path: ['path_id', 'branch'],
    anomaly: ['anomaly', 'anomaly_type', 'abnormal', 'is_anomaly'],
    types: ['types', 'task_type', 'task_types'],
    apps: ['apps', 'app', 'app_name', 'app_names'],
    domains: ['domains', 'domain', 'scenario', 'scenarios'],
    interactionKinds: ['interaction_kinds', 'interactions', 'cross_app_kind'],
    milestones: ['milestones', 'sub_targets', 'sub-targets', 'sub-target'],
  },
  coordinates: 'guess',
  boxCoordinates: 'same',
  boxOrder: 'x1y1x2y2',
  scroll: 'content',
};

/** @throws {DatasetError | UserError} when the file cannot be read, or maps what is no field */
export async function readMapping(
  file: string | null,
  options: { readonly signal: AbortSignal },
): Promise<LensMapping> {
  if (file === null) return GUESSED_MAPPING;
  const given = await readJsonFile(file, MappingFileSchema, options);
  const { fields = {} } = given;
  for (const [field, ways] of Object.entries(fields)) {
    if (ways?.length === 0) throw new UserError(`the mapping has no way to ${field}`, { place: { file } });
  }
  return {
    fields: { ...GUESSED_MAPPING.fields, ...fields },
    coordinates: given.coordinates ?? GUESSED_MAPPING.coordinates,
    boxCoordinates: given.boxCoordinates ?? GUESSED_MAPPING.boxCoordinates,
    boxOrder: given.boxOrder ?? GUESSED_MAPPING.boxOrder,
    scroll: given.scroll ?? GUESSED_MAPPING.scroll,
  };
}

/** A value that was found, and by which way. */
export interface FoundValue {
  readonly value: unknown;
  readonly way: string;
}

/** The value of a field in the first of the objects that has it; null, false and empty text count as values only last. */
export function findField(
  mapping: LensMapping,
  field: LensField,
  objects: readonly unknown[],
): FoundValue | null {
  for (const way of mapping.fields[field]) {
    for (const object of objects) {
      const value = follow(object, way);
      if (value !== undefined && value !== null) return { value, way };
    }
  }
  return null;
}

function follow(object: unknown, way: string): unknown {
  if (isRecord(object) && Object.hasOwn(object, way)) return object[way];
  let value: unknown = object;
  for (const key of way.split('.')) {
    if (!isRecord(value)) return undefined;
    if (key.endsWith('*')) return beginning(value, key.slice(0, -1));
    if (!Object.hasOwn(value, key)) return undefined;
    value = value[key];
  }
  return value;
}

function beginning(record: Readonly<Record<string, unknown>>, start: string): unknown {
  const found = Object.entries(record).filter(([key]) => key.startsWith(start) && key !== start);
  return found.length === 0
    ? undefined
    : Object.fromEntries(found.map(([key, value]) => [key.slice(start.length), value]));
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
