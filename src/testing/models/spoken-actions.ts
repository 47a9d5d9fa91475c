import { isDeepStrictEqual } from 'node:util';
import { stop, type Action, type Target } from '../../domain/action.js';
import { resolvePoint, type Point, type Size } from '../../domain/geometry.js';
import type { Dialect, ParseContext } from '../../models/dialects/dialect.js';

/** Everything a dialect may express, at one place each. */
function sampleActions(screen: Size): readonly Action[] {
  const at = (x: number, y: number): Point =>
    resolvePoint({ x: x * screen.width, y: y * screen.height, space: 'pixel' }, screen);
  const targets: readonly Target[] = [
    { type: 'point', point: at(0.25, 0.5) },
    { type: 'element', element: 3 },
    { type: 'grid', area: 2, subarea: 'center' },
    { type: 'description', text: 'the blue button' },
  ];
  const swipes = (['up', 'down', 'left', 'right'] as const).flatMap((direction): Action[] => [
    { type: 'swipe', direction },
    { type: 'swipe', direction, target: { type: 'element', element: 3 } },
    { type: 'swipe', direction, target: { type: 'element', element: 3 }, distance: 'medium' },
  ]);
  return [
    ...targets.flatMap((target): Action[] => [
      { type: 'tap', target },
      { type: 'tap', target, count: 2 },
      { type: 'long_press', target },
      { type: 'type', text: 'hello', target },
      { type: 'type', text: 'hello', target, clear: true },
    ]),
    ...swipes,
    { type: 'swipe', direction: 'up', from: at(0.5, 0.75), to: at(0.5, 0.25) },
    { type: 'type', text: 'hello' },
    ...['BACK', 'HOME', 'ENTER', 'APP_SWITCH', 'MENU'].map((key): Action => ({ type: 'key', key })),
    { type: 'clear_text' },
    { type: 'open_app', app: 'Clock' },
    { type: 'open_url', url: 'https://example.com/a' },
    { type: 'previous_app' },
    { type: 'restart_app' },
    { type: 'wait' },
    { type: 'grid_overlay' },
    { type: 'answer', text: '42', terminal: false },
    { type: 'ask_user', reason: 'feedback', text: 'Which one?' },
    { type: 'memo', op: 'note', text: 'a note' },
    stop('success'),
    stop('failure'),
    stop('infeasible'),
    stop('success', '42'),
  ];
}

/**
 * One action of each kind that the dialect can express, in the form in which it reads them: it may express less of a
 * time or an outcome than it is asked to.
 *
 * @throws {Error} when it cannot read what it prints, or reads another kind of action
 */
export function spokenActions(dialect: Dialect, context: ParseContext): readonly Action[] {
  const spoken: Action[] = [];
  const said = { thought: 'I see what to do.', summary: 'It is done.' };
  for (const action of sampleActions(context.screen ?? { width: 1080, height: 2400 })) {
    const answer = dialect.printAnswer(action, said, context);
    if (answer === null) continue;
    const result = dialect.parse(answer, context);
    if (result.type === 'format_error') {
      throw new Error(`${JSON.stringify(answer)} cannot be read: ${result.error.message}`);
    }
    const { native: _, warnings: __, ...rest } = result.actions[0];
    // Only a foreign action needs its native form, and none of these is one.
    const read = rest as Action;
    if (!isSameKind(read, action)) {
      throw new Error(
        `${JSON.stringify(answer)}, said of ${JSON.stringify(action)}, is ${JSON.stringify(read)}`,
      );
    }
    if (!spoken.some((known) => isDeepStrictEqual(known, read))) spoken.push(read);
  }
  return spoken;
}

/** A reply that ends the task and the end of the task are one thing in families that have one word for both. */
function isSameKind(read: Action, action: Action): boolean {
  const kind = ({ type }: Action): string => (type === 'answer' ? 'stop' : type);
  return kind(read) === kind(action);
}
