import { ACTION_FIELDS, mostOf, type ActionFieldName, type FieldSchema } from './actions/action-field.js';
import { ACTION_TYPES } from './actions/action-type.js';
import type { GymCoordinates } from './gym-options.js';

type JsonSchema = Readonly<Record<string, unknown>>;

const PLACE: Readonly<Record<GymCoordinates, string>> = {
  pixel: 'pixels of the screenshot, from its top left corner',
  permille: "thousandths of the screenshot's sides, from its top left corner",
  unit: "shares of the screenshot's sides, 0 to 1, from its top left corner",
};

/** The three schemas of `GET /schema`. What an action's own type needs of the fields, `tools/list` says. */
export function gymSchema(coordinates: GymCoordinates): Readonly<Record<string, JsonSchema>> {
  const fields = Object.entries(ACTION_FIELDS).map(([name, { schema }]) => [
    name,
    placed(name, schema, coordinates),
  ]);
  return {
    action: {
      type: 'object',
      description: `Positions are ${PLACE[coordinates]}.`,
      additionalProperties: false,
      required: ['type'],
      properties: {
        type: { type: 'string', enum: Object.keys(ACTION_TYPES) },
        ...Object.fromEntries(fields),
        metadata: { type: 'object' },
      },
    },
    observation: {
      type: 'object',
      additionalProperties: false,
      required: ['instruction', 'step', 'screen', 'terminated', 'truncated'],
      properties: {
        done: { type: 'boolean' },
        reward: { type: ['number', 'null'] },
        metadata: { type: 'object' },
        instruction: { type: 'string' },
        step: { type: 'integer' },
        screen: { type: 'object' },
        screenshot: { type: ['string', 'null'], contentEncoding: 'base64' },
        screenshot_media_type: { type: 'string' },
        screenshot_url: { type: 'string' },
        activity: { type: ['string', 'null'] },
        last_action_error: { type: ['string', 'null'] },
        terminated: { type: 'boolean' },
        truncated: { type: 'boolean' },
      },
    },
    state: {
      type: 'object',
      additionalProperties: true,
      properties: {
        episode_id: { type: ['string', 'null'] },
        step_count: { type: 'integer', minimum: 0 },
      },
    },
  };
}

/** A tool as MCP lists it. */
export interface GymTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
}

/** The actions as tools. */
export function gymTools(): readonly GymTool[] {
  return Object.entries(ACTION_TYPES).map(([name, { description, required, optional }]) => {
    const names: readonly ActionFieldName[] = [...required, ...optional];
    const properties = Object.fromEntries(names.map((field) => [field, ACTION_FIELDS[field].schema]));
    return {
      name,
      description,
      inputSchema: { type: 'object', properties, ...(required.length === 0 ? {} : { required }) },
    };
  });
}

/** Bounds show the space to a client that reads no words; those of pixels differ by screen. */
function placed(name: string, schema: FieldSchema, coordinates: GymCoordinates): FieldSchema {
  const maximum = mostOf(name, coordinates);
  return maximum === null ? schema : { ...schema, minimum: 0, maximum };
}
