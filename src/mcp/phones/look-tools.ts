import { z } from 'zod';
import { screenshotPng } from '../../app/phone/screenshot-png.js';
import type { PlayerTurn } from '../../app/play/player-turn.js';
import { DatasetError, UserError } from '../../errors.js';
import { defineTool, type McpTool } from '../define-tool.js';
import { pictureContent, textAnswer, type ToolAnswer } from '../tool-answer.js';
import { installedApps, nameOfPackage } from './installed-apps.js';
import type { PhoneDesk } from './phone-desk.js';
import { elementJson, elementLines, shownElements } from './shown-elements.js';
import { DEVICE } from './device-argument.js';

const LOOK = { readOnlyHint: true, openWorldHint: false } as const;
/** As the published list says it of what apps show: text of strangers. */
const LOOK_AT_SCREEN = { readOnlyHint: true, openWorldHint: true } as const;

/** What only looks, and costs no step. Names, arguments and texts: interchange.md 7. */
export function lookTools(desk: PhoneDesk, signal: AbortSignal): readonly McpTool[] {
  return [
    devices(desk),
    screenSize(desk),
    orientation(desk),
    ...appTools(desk),
    ...screenTools(desk, signal),
  ];
}

function devices(desk: PhoneDesk): McpTool {
  return defineTool({
    name: 'mobile_list_available_devices',
    description: 'List the phones. Each has one task; touchstone_task tells it.',
    annotations: LOOK,
    arguments: {},
    call: async () => {
      const list = desk.phones.map(({ id }) => ({
        id,
        name: desk.phones.length === 1 ? 'Recorded phone' : `Recorded phone ${id.slice('recorded-'.length)}`,
        platform: 'android',
        type: 'emulator',
        version: '14',
        state: 'online',
      }));
      return textAnswer(JSON.stringify({ devices: list }));
    },
  });
}

function screenSize(desk: PhoneDesk): McpTool {
  return defineTool({
    name: 'mobile_get_screen_size',
    description: 'Size of the screen in pixels. All coordinates are pixels of it.',
    annotations: LOOK,
    arguments: { device: DEVICE },
    call: async ({ device }) => {
      const { width, height } = sizeOf(await desk.phone(device).look());
      return textAnswer(`Screen size is ${width}x${height} pixels`);
    },
  });
}

function orientation(desk: PhoneDesk): McpTool {
  return defineTool({
    name: 'mobile_get_orientation',
    description: 'Whether the screen is portrait or landscape.',
    annotations: LOOK,
    arguments: { device: DEVICE },
    call: async ({ device }) =>
      textAnswer(`Current device orientation is ${orientationOf(await desk.phone(device).look())}`),
  });
}

/** How the screen is held. @throws {DatasetError} where nobody recorded its size */
export function orientationOf(turn: PlayerTurn): 'portrait' | 'landscape' {
  const { width, height } = sizeOf(turn);
  return width > height ? 'landscape' : 'portrait';
}

function sizeOf({ observation, ended }: PlayerTurn): { readonly width: number; readonly height: number } {
  const { size } = observation.screen;
  if (size !== null) return size;
  throw new DatasetError(
    ended === null
      ? 'nobody recorded how large the screen is'
      : `the task could not begin: ${ended.end.message ?? ended.end.reason}`,
  );
}

function appTools(desk: PhoneDesk): readonly McpTool[] {
  return [
    defineTool({
      name: 'mobile_list_apps',
      description: 'List the apps that can be opened, each with its package.',
      annotations: LOOK,
      arguments: { device: DEVICE },
      call: async ({ device }) => {
        const apps = await installedApps(desk, desk.phone(device));
        const list = apps.map(({ name, package: id }) => `${name} (${id})`);
        return textAnswer(`Found these apps on device: ${list.join(', ')}`);
      },
    }),
    defineTool({
      name: 'mobile_get_foreground_app',
      description: 'The app that is on the screen.',
      annotations: LOOK,
      arguments: { device: DEVICE },
      call: async ({ device }) => {
        const phone = desk.phone(device);
        const { observation } = await phone.look();
        const id = observation.screen.activity?.package;
        if (id === undefined) throw new UserError('nobody knows which app is in the foreground');
        return textAnswer(`Foreground app: ${await nameOfPackage(desk, phone, id)} (${id})`);
      },
    }),
  ];
}

function screenTools(desk: PhoneDesk, signal: AbortSignal): readonly McpTool[] {
  return [
    defineTool({
      name: 'mobile_take_screenshot',
      description:
        'The screen as a PNG at full size: its pixels are the coordinates, whatever size was asked for.',
      annotations: LOOK_AT_SCREEN,
      arguments: {
        device: DEVICE,
        maxSize: z.int().positive().optional(),
        scale: z.number().positive().max(1).optional(),
      },
      call: async ({ device, maxSize, scale }): Promise<ToolAnswer> => {
        const { observation } = await desk.phone(device).look();
        const { picture, id } = observation.screen;
        if (picture === null) throw new UserError('nobody recorded a picture of this screen');
        const image = pictureContent(await screenshotPng(picture, id, signal), 'image/png');
        if (maxSize === undefined && (scale === undefined || scale === 1)) return { content: [image] };
        // A client that asked for a smaller one would scale coordinates up.
        const note = 'The picture is at full size: its pixels are the coordinates, not to be scaled.';
        return { content: [image, ...textAnswer(note).content] };
      },
    }),
    defineTool({
      name: 'mobile_list_elements_on_screen',
      description:
        'List the elements of the screen with their places in pixels; none where nobody recorded them.',
      annotations: LOOK_AT_SCREEN,
      arguments: { device: DEVICE, format: z.enum(['text', 'json']).optional() },
      call: async ({ device, format = 'text' }) => {
        const { observation } = await desk.phone(device).look();
        const elements = await shownElements(observation.screen, signal);
        return textAnswer(format === 'json' ? elementJson(elements) : elementLines(elements));
      },
    }),
  ];
}
