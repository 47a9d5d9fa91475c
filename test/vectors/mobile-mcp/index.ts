import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { Action } from '../../../src/domain/action.js';
import { PhoneDesk } from '../../../src/mcp/phones/phone-desk.js';
import { phoneTools } from '../../../src/mcp/phones/phone-tools.js';
import { changeEnvironments } from '../../../src/testing/fake-benchmark.js';
import { playOf } from '../../../src/testing/play-of.js';
import { ToolClient } from '../../../src/testing/tool-client.js';
import { darkThemeWorld } from '../openenv/dark-theme-world.js';
import type { VectorContext, VectorSuite } from '../vector-suite.js';

const SYSTEM = 'interchange';

const Json = z.record(z.string(), z.unknown());

const ToolsSchema = z.object({
  capabilities: Json,
  tools: z.array(
    z.object({ name: z.string(), annotations: Json, required: z.array(z.string()), properties: Json }),
  ),
});

const ReplaySchema = z.object({
  calls: z.array(
    z.object({
      name: z.string(),
      arguments: Json,
      result: z.object({ content: z.array(Json), isError: z.boolean().optional() }).optional(),
      action: Json.optional(),
    }),
  ),
});

/** Tools of the list that are not served. Source: interchange.md 7. */
const ABSENT: ReadonlySet<string> = new Set([
  'mobile_login_to_cloud_provider',
  'mobile_list_remote_devices',
  'mobile_allocate_remote_device',
  'mobile_release_remote_device',
  'mobile_install_app',
  'mobile_uninstall_app',
  'mobile_save_screenshot',
  'mobile_set_location',
  'mobile_clipboard',
  'mobile_get_device_logs',
  'mobile_start_screen_recording',
  'mobile_stop_screen_recording',
  'mobile_list_crashes',
  'mobile_get_crash',
  'mobile_batch_commands',
]);

function read<T extends z.ZodType>({ shared }: VectorContext, file: string, schema: T): z.infer<T> {
  return schema.parse(JSON.parse(readFileSync(join(shared, 'vectors', SYSTEM, 'mobile-mcp', file), 'utf8')));
}

/** The sample phone for a client; what it was made to do goes into `actions`. */
async function withPhone(
  picture: string,
  actions: Action[],
  work: (client: ToolClient) => Promise<void>,
): Promise<void> {
  const world = changeEnvironments(darkThemeWorld([picture]), (environment) => ({
    ...environment,
    step: async (action, options) => {
      actions.push(action);
      return await environment.step(action, options);
    },
  }));
  await using play = await playOf(world);
  await using tools = phoneTools(
    new PhoneDesk(play, { apps: async () => null }),
    new AbortController().signal,
  );
  await using client = await ToolClient.to(tools);
  await work(client);
}

/** Descriptions are words of our own. */
function withoutWords(schema: unknown): unknown {
  const { description: _, ...rest } = Json.parse(schema);
  return rest;
}

function short(value: unknown): string {
  const text: string | undefined = JSON.stringify(value);
  return text === undefined ? 'nothing' : text.slice(0, 200);
}

function differs(actual: unknown, expected: unknown): string | null {
  return isDeepStrictEqual(actual, expected) ? null : `${short(actual)}, not ${short(expected)}`;
}

const tools: VectorSuite = {
  system: SYSTEM,
  file: 'mobile-mcp/tools-1.0.4.json',
  run: async (context) => {
    const { capabilities, tools: published } = read(context, 'tools-1.0.4.json', ToolsSchema);
    await withPhone('', [], async (client) => {
      context.report('capabilities', differs(client.client.getServerCapabilities(), capabilities));
      const served = new Map((await client.client.listTools()).tools.map((tool) => [tool.name, tool]));
      for (const { name, annotations, required, properties } of published) {
        const tool = served.get(name);
        served.delete(name);
        if (tool === undefined || ABSENT.has(name)) {
          context.report(name, (tool === undefined) === ABSENT.has(name) ? null : 'served or not');
          continue;
        }
        const { inputSchema } = tool;
        const ours = Object.entries(inputSchema.properties ?? {}).map(([key, one]) => [
          key,
          withoutWords(one),
        ]);
        const seen = {
          annotations: tool.annotations,
          required: inputSchema.required ?? [],
          properties: Object.fromEntries(ours),
        };
        context.report(name, differs(seen, { annotations, required, properties }));
      }
      const own = ['touchstone_task', 'touchstone_wait', 'touchstone_answer', 'touchstone_finish'];
      context.report('tools of our own', differs([...served.keys()], own));
    });
  },
};

/** Numbers of `pixel` are those of the point that an action is aimed at. */
function flat(action: Action | undefined): unknown {
  if (action?.type !== 'tap' || action.target.type !== 'point') return action;
  const { x, y } = action.target.point;
  return { type: 'tap', pixel: { x, y } };
}

/** `...` in a text stands for any words; lists of devices are compared as JSON. */
function differsInText(actual: string, expected: string): string | null {
  if (expected.startsWith('{')) return differs(JSON.parse(actual), JSON.parse(expected));
  const parts = expected.split('...').map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  return new RegExp(`^${parts.join('[^]*')}$`).test(actual) ? null : differs(actual, expected);
}

const replay: VectorSuite = {
  system: SYSTEM,
  file: 'mobile-mcp/replay.json',
  run: async (context) => {
    const { calls } = read(context, 'replay.json', ReplaySchema);
    const shots = calls.flatMap(({ result }) => result?.content ?? []).map(({ data }) => data);
    const picture = shots.find((data) => typeof data === 'string') ?? '';
    const actions: Action[] = [];
    await withPhone(picture, actions, async (client) => {
      for (const [index, { name, arguments: given, result, action }] of calls.entries()) {
        const before = actions.length;
        const answered = await client.call(name, given);
        const done = actions.length === before ? undefined : flat(actions.at(-1));
        const problems = [differs(done, action)];
        if (result !== undefined) {
          problems.push(differs(answered.isError, result.isError));
          problems.push(differs(answered.content.length, result.content.length));
          for (const [place, part] of answered.content.entries()) {
            const expected = result.content[place] ?? {};
            const isText = part.type === 'text' && typeof expected['text'] === 'string';
            problems.push(
              isText ? differsInText(part.text, String(expected['text'])) : differs(part, expected),
            );
          }
        }
        context.report(`${index} ${name}`, problems.find((problem) => problem !== null) ?? null);
      }
    });
  },
};

export const suites: readonly VectorSuite[] = [tools, replay];
