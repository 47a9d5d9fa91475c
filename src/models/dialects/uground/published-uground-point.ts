import { pythonStrip } from '../../../domain/hierarchy/python-strip.js';
import { resolvePoint } from '../../../domain/geometry.js';
import { readPythonLiteral } from '../../../domain/text/python-literal.js';
import { roundHalfToEven } from '../../../domain/coordinates/resize-rule.js';
import { tap } from '../../../domain/action.js';
import type { PublishedReader } from '../define-dialect.js';
import { actionsResult, invalid, problemResult } from '../reading/parse-result.js';

const SPAN = 1000;

/**
 * Reads a position as the published agent does: the whole answer is two numbers as Python writes a tuple or a list, of which 1000
 * is a side of the picture; the place is a whole pixel of the screen, halves to the even one.
 *
 * Source: SeeAct-V on AndroidWorld, `SeeAct_V.get_point_from_description`. Deviation: the code evaluates the answer as Python; here
 * only literals are read.
 */
export const publishedUgroundPoint: PublishedReader = (answer, { screen }) => {
  const read = readPythonLiteral(pythonStrip(answer));
  const value = read?.value ?? null;
  const items = typeof value === 'object' && value !== null && value.kind !== 'set' ? value.items : [];
  const [x, y] = items.map((item) => (typeof item === 'boolean' ? Number(item) : item));
  const isPoint = items.length === 2 && typeof x === 'number' && typeof y === 'number';
  if (!isPoint || !Number.isFinite(x) || !Number.isFinite(y)) {
    return problemResult(answer, invalid('the answer is no pair of numbers'), null);
  }
  if (screen === null) return actionsResult([tap({ x, y, space: 'permille' })], {}, new Set());
  const point = {
    x: roundHalfToEven((x / SPAN) * screen.width),
    y: roundHalfToEven((y / SPAN) * screen.height),
    space: 'pixel',
  } as const;
  return actionsResult([tap(resolvePoint(point, screen))], {}, new Set());
};
