import type { Action, Target } from '../../domain/action.js';
import type { Point } from '../../domain/geometry.js';
import type { DialectSettings, ParseContext, ParseResult } from '../../models/dialects/dialect.js';
import { DIALECTS } from '../../registry/dialects.js';

/** The screen that answers are read against unless a case says otherwise: a norm of 1000 is its width, and half its height. */
const SCREEN = { width: 1000, height: 2000 };

/** How the answers of a family are read. */
export interface ReadAs extends DialectSettings, Partial<ParseContext> {}

/**
 * What an answer means, in one line: `tap 500,1000`, or the kind of error; `lenient:` before it where a strict reader
 * refuses the answer.
 */
export function outcomeOf(family: string, answer: string, readAs: ReadAs = {}): string {
  const result = readAnswer(family, answer, readAs);
  return (result.type === 'actions' && result.lenient ? 'lenient: ' : '') + outcomeText(result);
}

/** The answer, read by the family of that name. */
function readAnswer(family: string, answer: string, readAs: ReadAs = {}): ParseResult {
  const definition = DIALECTS.get(family);
  if (definition === undefined) throw new Error(`no dialect ${family}`);
  return definition
    .create(readAs)
    .parse(answer, { profile: 'tolerant', screen: SCREEN, sent: SCREEN, ...readAs });
}

function outcomeText(result: ParseResult): string {
  return result.type === 'format_error' ? result.error.kind : result.actions.map(actionText).join(' + ');
}

function actionText(action: Action): string {
  const { type, native: _native, warnings: _warnings, ...fields } = action;
  const parts = Object.entries(fields).map(([name, value]) => fieldText(name, value));
  return [type, ...parts.filter((part) => part !== '')].join(' ');
}

const BARE: readonly string[] = ['direction', 'key', 'status', 'op', 'reason'];

function fieldText(name: string, value: unknown): string {
  if (name === 'target') return targetText(value as Target);
  if (name === 'from' || name === 'to' || name === 'at') return `${name} ${pointText(value as Point)}`;
  if (BARE.includes(name)) return String(value);
  return `${name} ${JSON.stringify(value)}`;
}

function targetText(target: Target): string {
  switch (target.type) {
    case 'point':
      return pointText(target.point) + (target.inBounds === false ? ' out of bounds' : '');
    case 'element':
      return `#${target.element}`;
    case 'grid':
      return `area ${target.area} ${target.subarea}`;
    default:
      return JSON.stringify(target.type === 'description' ? target.text : target.attributes);
  }
}

function pointText({ x, y, resolved = [x, y] }: Point): string {
  return resolved.map((value) => String(Math.round(value * 100) / 100)).join(',');
}
