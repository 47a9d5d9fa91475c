import type { Action } from '../../domain/action.js';
import { ACTION_FIELDS, mostOf, type ActionFieldName } from './action-field.js';
import { ACTION_TYPES, type ActionTypeName } from './action-type.js';
import type { GymCoordinates } from '../gym-options.js';
import { invalid, isObject, valid, type Checked, type ValidationIssue } from '../validation-issue.js';

/** Most issues that are listed of one action. */
const MAX_ISSUES = 20;

/** The action of a flat object: its `type` and that action's fields, besides `metadata`, which means nothing. */
export function readAction(given: unknown, coordinates: GymCoordinates): Checked<Action> {
  if (!isObject(given)) return invalid({ type: 'dict_type', loc: [], msg: 'an action is an object' });
  const { type, metadata } = given;
  if (type === undefined) return invalid({ type: 'missing', loc: ['type'], msg: 'an action has a type' });
  if (!isActionType(type))
    return invalid({ type: 'literal_error', loc: ['type'], msg: 'unknown action type' });
  const { required, optional, make } = ACTION_TYPES[type];
  const issues: ValidationIssue[] = [];
  if (metadata !== undefined && !isObject(metadata)) {
    issues.push({ type: 'dict_type', loc: ['metadata'], msg: 'should be an object' });
  }
  const fields: Partial<Record<ActionFieldName, unknown>> = {};
  for (const name in given) {
    if (name === 'type' || name === 'metadata') continue;
    const value = given[name];
    const needed = named(required, name);
    const field = needed ?? named(optional, name);
    if (field === undefined) {
      issues.push({ type: 'extra_forbidden', loc: [name.slice(0, 100)], msg: `${type} has no such field` });
    } else if (value !== null || needed !== undefined) {
      // Clients that write all of a class's fields write null for what is not given.
      const problem = ACTION_FIELDS[field].check(value) ?? outside(field, value, coordinates);
      if (problem === null) fields[field] = value;
      else issues.push({ type: 'value_error', loc: [name], msg: problem });
    }
  }
  for (const name of required) {
    if (!Object.hasOwn(given, name)) issues.push({ type: 'missing', loc: [name], msg: `${type} needs it` });
  }
  if (issues.length > 0) return invalid(...issues.slice(0, MAX_ISSUES));
  const made = make(fields, coordinates);
  return typeof made === 'string' ? invalid({ type: 'value_error', loc: [], msg: made }) : valid(made);
}

/** Why a position does not fit that lies outside its space, as `/schema` has it; those of pixels are known to the phone alone. */
function outside(field: ActionFieldName, value: unknown, coordinates: GymCoordinates): string | null {
  const most = mostOf(field, coordinates);
  if (most === null || (Number(value) >= 0 && Number(value) <= most)) return null;
  return `should be between 0 and ${most}`;
}

/** The field of that name, where it is among these. */
function named(fields: readonly ActionFieldName[], name: string): ActionFieldName | undefined {
  for (const field of fields) if (field === name) return field;
  return undefined;
}

function isActionType(type: unknown): type is ActionTypeName {
  return typeof type === 'string' && Object.hasOwn(ACTION_TYPES, type);
}
