import { existsSync } from 'node:fs';
import { basename, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { quoteWord } from '../../domain/text/quote-word.js';
import { UserError } from '../../errors.js';
import type { AppContext } from '../app-context.js';
import { BUNDLED } from '../run/bundled-benchmark.js';
import { ciTemplate, type CiRequest, type CiService } from './ci-templates.js';
import { configTemplate, type ConfigRequest } from './config-template.js';
import { pluginTemplate, type PluginKind, type PluginLanguage } from './plugin-templates.js';
import { starterWorld } from './starter-world.js';
import { worldOfPictures, type InitEdges } from './world-of-pictures.js';
import { writeInitFiles, type InitFile } from './write-init-files.js';

/** What is to be written. Places are as the user gives them. */
export type InitRequest =
  | {
      readonly type: 'world';
      readonly folder: string;
      /** Folder of pictures; null: a small world to change. */
      readonly screenshots: string | null;
      readonly edges: InitEdges;
    }
  | {
      readonly type: 'plugin';
      readonly kind: PluginKind;
      readonly name: string;
      readonly language: PluginLanguage;
    }
  | ({ readonly type: 'config'; readonly file: string } & ConfigRequest)
  | ({ readonly type: 'ci'; readonly service: CiService } & CiRequest);

/** What was written, and what to do next. */
export interface Initialised {
  /** Absolute. */
  readonly written: readonly string[];
  readonly replaced: boolean;
  /** Sentences about what is left to do. */
  readonly notes: readonly string[];
  readonly commands: readonly string[];
}

/**
 * Writes the files of a template; each works as written.
 *
 * @throws {UserError} for what does not fit, and where a file is there already and `force` is not given
 */
export async function initialise(
  request: InitRequest,
  {
    force,
    workingDirectory,
    interrupted: signal,
  }: { readonly force: boolean } & Pick<AppContext, 'workingDirectory' | 'interrupted'>,
): Promise<Initialised> {
  const into = async (
    folder: string,
    files: readonly InitFile[],
    next: Pick<Initialised, 'notes' | 'commands'>,
  ): Promise<Initialised> => ({
    written: await writeInitFiles(folder, files, { force }),
    replaced: force,
    ...next,
  });
  switch (request.type) {
    case 'world':
      return await initialiseWorld(request, { into, force, workingDirectory, signal });
    case 'plugin': {
      const name = requireName(request.name);
      const { files, commands } = pluginTemplate(request.kind, name, request.language);
      const world = request.kind === 'benchmark' ? await starterWorld(name, { signal }) : [];
      const below = world.map(({ path, content }) => ({ path: `${name}-world/${path}`, content }));
      const mayNotRun = request.language === 'ts' && !runsTypeScript();
      const note = `Node ${process.versions.node} runs no TypeScript: use 22.18 or newer, or compile it and name the .mjs: ${compileCommand(name)}`;
      return await into(workingDirectory, [...files, ...below], { notes: mayNotRun ? [note] : [], commands });
    }
    case 'config': {
      const { type: _, file, ...values } = request;
      const flag = file === 'touchstone.config.json' ? 'touchstone.config.json' : file;
      const key = values.apiKeyVariable ?? 'TOUCHSTONE_API_KEY';
      return await into(workingDirectory, [configTemplate(file, values)], {
        notes: [
          `A key, where the endpoint wants one, comes from the environment: export ${key}=…`,
          '`touchstone trust .` lets commands in this folder use the file without --config.',
        ],
        commands: [
          `touchstone config --config ${quoteWord(flag)}`,
          `touchstone run ${BUNDLED.name} --config ${quoteWord(flag)} --limit 3`,
        ],
      });
    }
    case 'ci': {
      const { type: _, service, ...what } = request;
      const file = ciTemplate(service, what);
      return await into(workingDirectory, [file], {
        notes: [
          ...ciNotes(file.path, what),
          ...(service === 'gitlab' ? ['In .gitlab-ci.yml: include: { local: .gitlab/touchstone.yml }'] : []),
        ],
        commands: [
          `touchstone lint ${quoteWord(what.world)}`,
          ...leftToSay(what).map((flag) => `edit ${file.path}: write ${flag} in place of TODO`),
          `git add ${file.path}`,
        ],
      });
    }
    default:
      return request satisfies never;
  }
}

/** What makes JavaScript of a plug-in in TypeScript, for a Node that does not run it; types are left to the editor. */
function compileCommand(name: string): string {
  return `npx -y -p typescript tsc ${name}.mts --noCheck --module nodenext --target es2023`;
}

/** What a workflow leaves to say, as flags of `touchstone run`. */
function leftToSay({ agent, minSuccess }: CiRequest): string[] {
  return [
    ...(agent === null ? ['the agent (--agent)'] : []),
    ...(minSuccess === null ? ['the success rate to reach (--min-success)'] : []),
  ];
}

function ciNotes(path: string, what: CiRequest): string[] {
  const left = leftToSay(what);
  return [
    `Look for TODO in ${path}: where Touchstone is installed from${left.map((one) => `, ${one}`).join('')}.`,
    'Its archive is made with `npm run package` in a checkout of Touchstone; put it into your repository as touchstone.tgz.',
    ...(left.length === 0 ? [] : ['Until then the job fails: a gate that lets everything pass is none.']),
  ];
}

async function initialiseWorld(
  { folder, screenshots, edges }: Extract<InitRequest, { type: 'world' }>,
  {
    into,
    force,
    workingDirectory,
    signal,
  }: {
    readonly force: boolean;
    readonly into: (
      folder: string,
      files: readonly InitFile[],
      next: Pick<Initialised, 'notes' | 'commands'>,
    ) => Promise<Initialised>;
    readonly workingDirectory: string;
    readonly signal: AbortSignal;
  },
): Promise<Initialised> {
  const path = resolve(workingDirectory, folder);
  const name = basename(path) || 'my-world';
  const shown = quoteWord(placeText(path, workingDirectory));
  const run = [`touchstone lint ${shown}`, `touchstone run ${shown} --agent random`];
  if (screenshots === null) {
    return await into(path, await starterWorld(name, { signal }), {
      notes: [
        'Two apps and two tasks to change into yours: graph.json, suite.json, and the pictures in screens/.',
      ],
      commands: run,
    });
  }
  const pictures = resolve(workingDirectory, screenshots);
  const all = await worldOfPictures(pictures, { name, edges, signal });
  // Tasks that were imported before there was a phone are what the world is made for.
  const keepsTasks = !force && existsSync(join(path, 'suite.json')) && !existsSync(join(path, 'graph.json'));
  const files = keepsTasks ? all.filter((file) => !file.path.startsWith('suite.')) : all;
  return await into(path, files, {
    notes: [
      `${join(placeText(path, workingDirectory), 'TODO.md')} lists where to say what is tapped.`,
      ...(edges === 'todo' ? ['Until then no tap leads on, and lint calls the task impossible.'] : []),
      ...(keepsTasks ? ['Its suite.json was there and stays.'] : []),
    ],
    commands: run,
  });
}

/** A path as commands take it: one that no name of a benchmark can be taken for. */
function placeText(path: string, workingDirectory: string): string {
  const below = relative(workingDirectory, path);
  if (below === '') return '.';
  if (isAbsolute(below) || below.startsWith('..')) return below;
  return `.${sep}${below}`;
}

function requireName(name: string): string {
  if (/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(name)) return name;
  throw new UserError(`${JSON.stringify(name)} is no name of a part`, {
    hint: 'Small letters, digits and hyphens, a letter first: my-agent.',
  });
}

/** Whether this Node takes types out of what it loads. */
function runsTypeScript(): boolean {
  const { typescript } = process.features as { readonly typescript?: unknown };
  return typescript !== undefined && typescript !== false;
}
