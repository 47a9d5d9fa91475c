import { pythonStrip } from '../../../domain/hierarchy/python-strip.js';
import { asciiDigits, PYTHON_DIGIT } from '../reading/python-digits.js';

/** What the reference code makes of an answer: a list that begins with the function's name, or with ERROR. */
export type ReferenceReply = readonly [name: string, ...values: (string | number)[]];

const ERROR: ReferenceReply = ['ERROR'];
const INTEGER = new RegExp(`^[+-]?${PYTHON_DIGIT}{1,15}$`, 'u');

/** Thrown where the reference code raises. */
class ReplyFault extends Error {}

/**
 * Reads an answer over numbered elements. Source: AppAgent reference code, `parse_explore_rsp`.
 *
 * @param textNamesElement as in the adaptation in which `text` names the field to type into
 */
export function parseExploreReply(answer: string, textNamesElement = true): ReferenceReply {
  return guarded(() => {
    const { action, summary } = fieldsOf(answer);
    if (action.includes('FINISH')) return ['FINISH'];
    const name = nameOf(action);
    switch (name) {
      case 'tap':
      case 'long_press':
        return [name, integer(argumentsOf(action, name)), summary];
      case 'text': {
        if (!textNamesElement) return [name, withoutEnds(argumentsOf(action, name)), summary];
        const [area, content] = split(argumentsOf(action, name), 2);
        return [name, integer(area ?? ''), unquoted(content ?? ''), summary];
      }
      case 'swipe': {
        const [area, direction, distance] = split(argumentsOf(action, name), 3);
        return [name, integer(area ?? ''), unquoted(direction ?? ''), unquoted(distance ?? ''), summary];
      }
      case 'grid':
        return [name];
      default:
        return ERROR;
    }
  });
}

/** Reads an answer over a grid. Source: as above, `parse_grid_rsp`. */
export function parseGridReply(answer: string): ReferenceReply {
  return guarded(() => {
    const { action, summary } = fieldsOf(answer);
    if (action.includes('FINISH')) return ['FINISH'];
    const name = nameOf(action);
    switch (name) {
      case 'tap':
      case 'long_press': {
        const [area, subarea] = split(argumentsOf(action, name), 2, Infinity);
        return [`${name}_grid`, integer(area ?? ''), unquoted(subarea ?? ''), summary];
      }
      case 'swipe': {
        const [from = '', fromSub = '', to = '', toSub = ''] = split(argumentsOf(action, name), 4, Infinity);
        return ['swipe_grid', integer(from), unquoted(fromSub), integer(to), unquoted(toSub), summary];
      }
      case 'grid':
        return [name];
      default:
        return ERROR;
    }
  });
}

/**
 * Reads a reflection. Source: as above, `parse_reflect_rsp`.
 *
 * @param spaced as in the adaptation that takes any white space around the decision, in place of one space before it
 */
export function parseReflectReply(answer: string, spaced = true): ReferenceReply {
  return guarded(() => {
    const decision = spaced ? spacedField(answer, 'Decision') : field(answer, 'Decision');
    const thought = field(answer, 'Thought');
    if (decision === 'INEFFECTIVE') return [decision, thought];
    if (decision !== 'BACK' && decision !== 'CONTINUE' && decision !== 'SUCCESS') return ERROR;
    return [decision, thought, field(answer, 'Documentation')];
  });
}

function guarded(read: () => ReferenceReply): ReferenceReply {
  try {
    return read();
  } catch (error) {
    if (error instanceof ReplyFault) return ERROR;
    throw error;
  }
}

function fieldsOf(answer: string): { action: string; summary: string } {
  field(answer, 'Observation');
  field(answer, 'Thought');
  return { action: field(answer, 'Action'), summary: field(answer, 'Summary') };
}

/** Behind the first occurrence of the label, to the end of its line. */
function field(answer: string, label: string): string {
  const at = answer.indexOf(`${label}: `);
  if (at < 0) throw new ReplyFault();
  const start = at + label.length + 2;
  const end = answer.indexOf('\n', start);
  return answer.slice(start, end < 0 ? undefined : end);
}

/** What stands behind the label, on its line or on the next one with anything on it. */
function spacedField(answer: string, label: string): string {
  const at = answer.indexOf(`${label}:`);
  if (at < 0) throw new ReplyFault();
  const [line = ''] = pythonStrip(answer.slice(at + label.length + 1)).split('\n', 1);
  return pythonStrip(line);
}

function nameOf(action: string): string {
  return action.split('(', 1)[0] ?? '';
}

/** Up to the first closing bracket. */
function argumentsOf(action: string, name: string): string {
  const start = action.indexOf(`${name}(`) + name.length + 1;
  const end = action.indexOf(')', start);
  if (start <= name.length || end < 0) throw new ReplyFault();
  return action.slice(start, end);
}

function split(written: string, least: number, most = least): string[] {
  const parts = written.split(',');
  if (parts.length < least || parts.length > most) throw new ReplyFault();
  return parts;
}

/** Without the white space around it, and then without its first and last character of any kind. */
function unquoted(written: string): string {
  return withoutEnds(pythonStrip(written));
}

/** Without its first and last character of any kind. */
function withoutEnds(written: string): string {
  return Array.from(written).slice(1, -1).join('');
}

function integer(written: string): number {
  const digits = pythonStrip(written);
  if (!INTEGER.test(digits)) throw new ReplyFault();
  const value = Number(asciiDigits(digits.replace(/^[+-]/, '')));
  return digits.startsWith('-') ? -value : value;
}
