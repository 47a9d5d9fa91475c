import { Failure, type Answer } from '../shell/answer.js';
import type { ToolCall } from '../shell/tool.js';
import { isPortal, portalInsert, portalQuery } from '../portal/portal.js';
import type { AndroidProgram, AndroidSystem } from './system/android-system.js';
import { portalSystem } from './system/portal-system.js';
import { putSetting } from './system/settings.js';

/** Providers that every phone has, and that hold nothing here. */
const EMPTY: ReadonlySet<string> = new Set(
  `browser call_log com.android.calendar com.android.contacts contacts downloads icc media mms
   mms-sms sms telephony user_dictionary`.split(/\s+/),
);

interface ContentCall {
  readonly verb: string;
  readonly authority: string;
  /** Path without slashes around it. */
  readonly path: string;
  readonly parameters: URLSearchParams;
  /** Values of `--bind`, their types left out. */
  readonly values: ReadonlyMap<string, string>;
  readonly where: string;
}

/**
 * `content query|insert|update|delete --uri URI [--bind NAME:TYPE:VALUE] [--where CLAUSE]`: settings, droidrun's Portal, and
 * providers that are empty.
 *
 * Source: AOSP `cmds/content/…/Content.java`.
 */
export const content: AndroidProgram = async (args, call, system) => {
  const request = readCall(args);
  if (request === null) throw new Failure('[ERROR] Unsupported operation or missing --uri\n');
  if (isPortal(request.authority)) return portal(request, call, system);
  if (request.authority === 'settings') return settingsProvider(request, call, system);
  system.controls.note('ignored', `content ${request.verb} ${request.authority}`);
  if (EMPTY.has(request.authority)) {
    if (request.verb === 'query') await call.stdout('No result found.\n');
    return;
  }
  throw new Failure(
    `Error while accessing provider:${request.authority}\n` +
      `java.lang.IllegalStateException: Could not find provider: ${request.authority}\n`,
  );
};

function readCall([verb = '', ...args]: readonly string[]): ContentCall | null {
  const values = new Map<string, string>();
  let uri: string | undefined;
  let where = '';
  for (let index = 0; index < args.length; index += 2) {
    const value = args[index + 1] ?? '';
    switch (args[index]) {
      case '--uri':
        uri = value;
        break;
      case '--where':
        where = value;
        break;
      case '--bind': {
        const [, name, bound] = /^([^:]*):[a-z]:(.*)$/s.exec(value) ?? [];
        if (name !== undefined) values.set(name, bound ?? '');
        break;
      }
      default:
    }
  }
  const [, authority, path = '', query = ''] =
    /^content:\/\/([^/?]+)\/?([^?]*)\??(.*)$/.exec(uri ?? '') ?? [];
  if (authority === undefined) return null;
  return {
    verb,
    authority,
    path: path.replace(/\/$/, ''),
    parameters: new URLSearchParams(query),
    values,
    where,
  };
}

async function portal(request: ContentCall, call: ToolCall, system: AndroidSystem): Promise<Answer> {
  const context = portalSystem(system, call.signal);
  if (request.verb === 'query') {
    const result = await portalQuery(request, context);
    return `Row: 0 result=${result}\n`;
  }
  await portalInsert(request, context);
}

async function settingsProvider(
  { verb, path, values, where }: ContentCall,
  call: ToolCall,
  { controls }: AndroidSystem,
): Promise<Answer> {
  const [namespace = '', key] = path.split('/');
  const settings = controls.settings.get(namespace);
  if (settings === undefined)
    throw new Failure(
      `Error while accessing provider:settings\njava.lang.IllegalArgumentException: ${path}\n`,
    );
  const name = key ?? /^\s*name\s*=\s*['"]([^'"]*)['"]\s*$/.exec(where)?.[1];
  switch (verb) {
    case 'query': {
      const rows = [...settings].filter(([each]) => name === undefined || each === name);
      const lines = rows.map(([each, value], index) => `Row: ${index} name=${each}, value=${value}\n`);
      return lines.length === 0 ? 'No result found.\n' : lines.join('');
    }
    case 'insert':
    case 'update': {
      const target = values.get('name') ?? name;
      if (target !== undefined) putSetting(namespace, target, values.get('value') ?? '', controls);
      return;
    }
    default:
      if (verb === 'delete' && name !== undefined) settings.delete(name);
      return;
  }
}
