import { z } from 'zod';
import type { Action } from '../../domain/action.js';
import { pixelPoint, type Direction, type Point, type Size } from '../../domain/geometry.js';
import { DirectionSchema } from '../../domain/coordinates/geometry-schemas.js';
import type { Screen } from '../../domain/screen.js';
import { UserError } from '../../errors.js';
import { defineTool, type McpTool, type ToolAnnotations } from '../define-tool.js';
import { textAnswer } from '../tool-answer.js';
import { DEVICE } from './device-argument.js';
import { appToOpen } from './installed-apps.js';
import { orientationOf } from './look-tools.js';
import type { PhoneDesk } from './phone-desk.js';
import { shownElements } from './shown-elements.js';
import { stepAnswer } from './step-answer.js';

/** What apps do may reach others. */
const ACTS: ToolAnnotations = { readOnlyHint: false, destructiveHint: false, openWorldHint: true };
const ACTS_HERE: ToolAnnotations = { ...ACTS, openWorldHint: false };

const X = z.number().min(0).describe('Pixels from the left edge of the screen');
const Y = z.number().min(0).describe('Pixels from the upper edge of the screen');

/** Keys that a client may name. */
const BUTTONS: readonly string[] = [
  'BACK',
  'HOME',
  'ENTER',
  'VOLUME_UP',
  'VOLUME_DOWN',
  'DPAD_CENTER',
  'DPAD_UP',
  'DPAD_DOWN',
  'DPAD_LEFT',
  'DPAD_RIGHT',
];

/** What acts: each call is one step of the task. Names, arguments and texts: interchange.md 7. */
export function actTools(desk: PhoneDesk, signal: AbortSignal): readonly McpTool[] {
  return [
    click(desk, signal),
    ...touchTools(desk),
    swipe(desk),
    ...keyTools(desk),
    ...appTools(desk),
    setOrientation(desk),
  ];
}

function click(desk: PhoneDesk, signal: AbortSignal): McpTool {
  return defineTool({
    name: 'mobile_click_on_screen_at_coordinates',
    description: 'Tap the screen at x, y, or in the middle of an element by its ref.',
    annotations: ACTS,
    arguments: {
      device: DEVICE,
      x: X.optional(),
      y: Y.optional(),
      ref: z.string().optional().describe('Of an element of this screen, such as @e5'),
    },
    call: async ({ device, x, y, ref }) => {
      const phone = desk.phone(device);
      if (ref === undefined) {
        const at = pairOf(x, y);
        if (at === null) throw new UserError('a click needs x and y, or ref');
        const turn = await phone.act(() => tapAt(at));
        return stepAnswer(turn, `Clicked on screen at coordinates: ${at.x}, ${at.y}`);
      }
      if (x !== undefined || y !== undefined) throw new UserError('a click has x and y, or ref, not both');
      const found = { x: 0, y: 0 };
      const turn = await phone.act(async (screen) => {
        Object.assign(found, await middleOf(screen, ref, signal));
        return tapAt(pixelPoint(found.x, found.y));
      });
      return stepAnswer(turn, `Clicked on screen at coordinates: ${found.x}, ${found.y}`);
    },
  });
}

function touchTools(desk: PhoneDesk): readonly McpTool[] {
  return [
    defineTool({
      name: 'mobile_double_tap_on_screen',
      description: 'Tap the screen twice at x, y.',
      annotations: ACTS,
      arguments: { device: DEVICE, x: X, y: Y },
      call: async ({ device, x, y }) => {
        const turn = await desk.phone(device).act(() => ({ ...tapAt(pixelPoint(x, y)), count: 2 }));
        return stepAnswer(turn, `Double-tapped on screen at coordinates: ${x}, ${y}`);
      },
    }),
    defineTool({
      name: 'mobile_long_press_on_screen_at_coordinates',
      description: 'Press the screen at x, y and hold it.',
      annotations: ACTS,
      arguments: {
        device: DEVICE,
        x: X,
        y: Y,
        duration: z.number().min(1).max(10_000).optional().describe('Milliseconds; 500 unless given'),
      },
      call: async ({ device, x, y, duration = 500 }) => {
        const target = { type: 'point', point: pixelPoint(x, y) } as const;
        const turn = await desk
          .phone(device)
          .act(() => ({ type: 'long_press', target, durationMs: duration }));
        return stepAnswer(turn, `Long pressed on screen at coordinates: ${x}, ${y}`);
      },
    }),
  ];
}

function swipe(desk: PhoneDesk): McpTool {
  return defineTool({
    name: 'mobile_swipe_on_screen',
    description:
      'Move a finger over the screen. The direction is that of the finger: up shows what is below.',
    annotations: ACTS,
    arguments: {
      device: DEVICE,
      direction: DirectionSchema.describe('The way the finger moves'),
      x: X.optional(),
      y: Y.optional(),
      distance: z.number().optional().describe('Pixels that the finger moves'),
    },
    call: async ({ device, direction, x, y, distance }) => {
      const at = pairOf(x, y);
      if (distance !== undefined && distance <= 0) throw new UserError('distance must be more than 0');
      const turn = await desk.phone(device).act((screen) => swipeFrom(screen, direction, at, distance));
      const far = distance === undefined ? '' : ` ${distance} pixels`;
      const where = at === null ? 'on screen' : `from coordinates: ${at.x}, ${at.y}`;
      return stepAnswer(turn, `Swiped ${direction}${far} ${where}`);
    },
  });
}

function keyTools(desk: PhoneDesk): readonly McpTool[] {
  return [
    defineTool({
      name: 'mobile_type_keys',
      description: 'Type a text into the field that has the focus.',
      annotations: ACTS,
      arguments: {
        device: DEVICE,
        text: z.string(),
        submit: z.boolean().describe('Whether Enter follows the text'),
      },
      call: async ({ device, text, submit }) => {
        const turn = await desk.phone(device).act(() => ({ type: 'type', text, submit }));
        return stepAnswer(turn, `Typed text: ${text}`);
      },
    }),
    defineTool({
      name: 'mobile_press_button',
      description: `Press a button: ${BUTTONS.join(', ')}.`,
      annotations: ACTS,
      arguments: { device: DEVICE, button: z.string() },
      call: async ({ device, button }) => {
        const phone = desk.phone(device);
        if (!BUTTONS.includes(button)) {
          throw new UserError(`Button ${JSON.stringify(button.slice(0, 100))} is not supported`, {
            hint: `Buttons: ${BUTTONS.join(', ')}.`,
          });
        }
        const turn = await phone.act(() => ({ type: 'key', key: button }));
        return stepAnswer(turn, `Pressed the button: ${button}`);
      },
    }),
    defineTool({
      name: 'mobile_open_url',
      description: 'Open an address (http or https) in the browser of the phone.',
      annotations: ACTS,
      arguments: { device: DEVICE, url: z.string() },
      call: async ({ device, url }) => {
        const phone = desk.phone(device);
        if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) {
          throw new UserError(`${JSON.stringify(url.slice(0, 200))} is no address of http or https`);
        }
        return stepAnswer(await phone.act(() => ({ type: 'open_url', url })), `Opened URL: ${url}`);
      },
    }),
  ];
}

function appTools(desk: PhoneDesk): readonly McpTool[] {
  return [
    defineTool({
      name: 'mobile_launch_app',
      description: 'Open an app by its package, as mobile_list_apps names it.',
      annotations: ACTS,
      arguments: { device: DEVICE, packageName: z.string(), locale: z.string().optional() },
      call: async ({ device, packageName, locale }) => {
        const phone = desk.phone(device);
        if (locale !== undefined)
          throw new UserError('the language of this phone is fixed: leave locale out');
        const app = await appToOpen(desk, phone, packageName);
        const turn = await phone.act(() => ({ type: 'open_app', app }));
        return stepAnswer(turn, `Launched app ${packageName}`);
      },
    }),
    defineTool({
      name: 'mobile_terminate_app',
      description: 'End the app that is on the screen; it starts anew.',
      annotations: ACTS_HERE,
      arguments: { device: DEVICE, packageName: z.string() },
      call: async ({ device, packageName }) => {
        const turn = await desk.phone(device).act(({ activity }) => {
          // Where nobody knows which app is shown, the client's word stands.
          if (activity === null || activity.package === packageName) return { type: 'restart_app' };
          throw new UserError(`${JSON.stringify(packageName.slice(0, 200))} is not in the foreground`);
        });
        return stepAnswer(turn, `Terminated app ${packageName}`);
      },
    }),
  ];
}

function setOrientation(desk: PhoneDesk): McpTool {
  return defineTool({
    name: 'mobile_set_orientation',
    description: 'The screen does not turn: only the orientation that it has can be set.',
    annotations: ACTS_HERE,
    arguments: { device: DEVICE, orientation: z.enum(['portrait', 'landscape']) },
    call: async ({ device, orientation }) => {
      const now = orientationOf(await desk.phone(device).look());
      if (now !== orientation) throw new UserError(`the screen of this phone does not turn: it stays ${now}`);
      return textAnswer(`Changed device orientation to ${orientation}`);
    },
  });
}

function tapAt(point: Point): Action & { readonly type: 'tap' } {
  return { type: 'tap', target: { type: 'point', point } };
}

/** Null where neither is given. @throws {UserError} where one is */
function pairOf(x: number | undefined, y: number | undefined): Point | null {
  if (x === undefined && y === undefined) return null;
  if (x === undefined || y === undefined) throw new UserError('x and y come together');
  return pixelPoint(x, y);
}

/** @throws {UserError} for an element that is not on the screen */
async function middleOf(
  screen: Screen,
  ref: string,
  signal: AbortSignal,
): Promise<{ readonly x: number; readonly y: number }> {
  const elements = await shownElements(screen, signal);
  const found = elements.find((element) => element.ref === ref.replace(/^@/, ''));
  if (found === undefined) {
    throw new UserError(`there is no element ${JSON.stringify(ref.slice(0, 100))} on this screen`, {
      hint: 'mobile_list_elements_on_screen lists those that there are now.',
    });
  }
  const { x, y, width, height } = found.coordinates;
  return { x: Math.floor(x + width / 2), y: Math.floor(y + height / 2) };
}

const WAYS: Readonly<Record<Direction, readonly [number, number]>> = {
  up: [0, -1],
  down: [0, 1],
  left: [-1, 0],
  right: [1, 0],
};

/** With a distance from point to point, ending at the edge of the screen at the latest; else as the phone sees fit. */
function swipeFrom(
  { size }: Screen,
  direction: Direction,
  at: Point | null,
  distance: number | undefined,
): Action {
  if (distance === undefined || size === null) {
    return { type: 'swipe', direction, ...(at === null ? {} : { at }) };
  }
  const from = at ?? pixelPoint(Math.floor(size.width / 2), Math.floor(size.height / 2));
  return { type: 'swipe', direction, from, to: moved(from, direction, distance, size) };
}

function moved(from: Point, direction: Direction, distance: number, size: Size): Point {
  const [right, down] = WAYS[direction];
  const within = (value: number, length: number): number => Math.min(Math.max(value, 0), length - 1);
  return pixelPoint(
    within(from.x + right * distance, size.width),
    within(from.y + down * distance, size.height),
  );
}
