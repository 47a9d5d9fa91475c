import { relative, resolve } from 'node:path';
import type { Command } from 'commander';
import {
  editMatrix,
  type EditedMatrix,
  type MatrixChange,
  type MatrixQuestion,
} from '../../../app/build/edit-matrix.js';
import { plural } from '../../../domain/text/plural.js';
import { UserError } from '../../../errors.js';
import type { CommandContext } from '../../command-context.js';
import { introduce } from '../../introduce.js';
import { printWarnings } from '../../output/print-warnings.js';

const FORMS = ['constructed', 'matrix', 'graph'] as const;

interface MatrixFlags {
  readonly list?: boolean;
  readonly screen?: string;
  readonly edge?: readonly string[];
  readonly merge?: readonly string[];
  readonly delete?: readonly string[];
  readonly add?: string;
  readonly from?: string;
  readonly to?: string;
  readonly addEdge?: readonly string[];
  readonly deleteEdge?: readonly string[];
  readonly out?: string;
  readonly form?: string;
  readonly mode?: string;
  readonly app?: string;
  readonly root?: string;
  readonly repair?: boolean;
  readonly json?: boolean;
}

/** `touchstone build matrix FILE`: a world in a published form is looked at, put right by hand, and converted. */
export function addBuildMatrixCommand(build: Command, context: CommandContext): void {
  introduce(
    build.command('matrix'),
    'Look at a world in a published form (matrix CSV, graph.json, constructed graph), change it by hand, convert it.',
    [
      'touchstone build matrix world.csv                        what it holds',
      'touchstone build matrix world.csv --screen home.png      what leads there, and away from it',
      'touchstone build matrix world.csv --merge a.png b.png    b becomes a; a time-stamped copy goes to backups/',
      'touchstone build matrix world.csv --add c.png --from "a.png:click(10,20)" --to "a.png:system_button(back)"',
      'touchstone build matrix world.csv --out graph.json --mode reference',
    ],
  )
    .argument('<file>', 'matrix (.csv), graph.json as source → target → actions, or constructed graph')
    .option('--list', 'list the screens')
    .option('--screen <name>', 'list what leads to a screen and away from it')
    .option('--edge <names...>', 'list the edge between two screens: FROM TO')
    .option('--merge <names...>', 'make one screen of these; the first name survives')
    .option('--delete <names...>', 'take screens out with all their edges')
    .option('--add <name>', 'add a screen')
    .option('--from <edges>', 'edges that lead to the added screen: "node:edge,node:edge"', '')
    .option('--to <edges>', 'edges that lead away from it, written alike', '')
    .option('--add-edge <parts...>', 'add an edge: FROM TO EDGE, such as a.png b.png "click(10,20)"')
    .option('--delete-edge <parts...>', 'take an edge away: FROM TO, and the number of one action from 0')
    .option('--out <file>', 'write to this file (default: the file itself, where something is changed)')
    .option('--form <form>', `form of --out: ${FORMS.join(', ')} (default: matrix for .csv, else graph)`)
    .option('--mode <mode>', 'corrected keeps everything; reference converts as published', 'corrected')
    .option('--app <name>', 'app of the pages of a constructed graph', '')
    .option('--root <screen>', 'screen that counting begins at (default: the first)')
    .option('--repair', 'leave cells out that cannot be read')
    .option('--json', 'print one JSON document')
    .action((file: string, flags: MatrixFlags) => matrix(file, flags, context));
}

async function matrix(file: string, flags: MatrixFlags, context: CommandContext): Promise<void> {
  const { workingDirectory, interrupted: signal, stdout } = context;
  const inFolder = (path: string): string => resolve(workingDirectory, path);
  const edited = await editMatrix(inFolder(file), {
    mode: oneOf(['corrected', 'reference'], flags.mode ?? 'corrected', '--mode'),
    repair: flags.repair === true,
    changes: changesOf(flags),
    question: questionOf(flags),
    out: flags.out === undefined ? null : inFolder(flags.out),
    form: flags.form === undefined ? null : oneOf(FORMS, flags.form, '--form'),
    app: flags.app ?? '',
    root: flags.root ?? null,
    signal,
  });
  printWarnings(edited.warnings, context);
  if (flags.json === true) {
    const { screens, ...rest } = edited;
    const listed = flags.list === true ? screens : screens.length;
    stdout.write(`${JSON.stringify({ formatVersion: 1, screens: listed, ...rest }, null, 2)}\n`);
    return;
  }
  if (flags.list === true) stdout.write(edited.screens.map((name) => `${name}\n`).join(''));
  else stdout.write(`${linesOf(edited).join('\n')}\n`);
  for (const path of edited.written) stdout.write(`Wrote ${relative(workingDirectory, path) || path}\n`);
}

function linesOf({ answer, screens, edges, statistics }: EditedMatrix): string[] {
  if (answer !== null) {
    const { predecessors, successors } = answer;
    const lines = [
      ...predecessors.map(({ from, actions }) => `from ${from}: ${JSON.stringify(actions)}`),
      ...successors.map(({ to, actions }) => `to ${to}: ${JSON.stringify(actions)}`),
    ];
    return lines.length === 0 ? ['No edges.'] : lines;
  }
  const counted = `${plural(screens.length, 'screen')}, ${plural(edges, 'edge')}`;
  if (statistics === null) return [`${counted}.`];
  const { effectiveEdges, deadEnds, unreachable, selfLoops, nodes, listedNodes } = statistics;
  return [
    `${counted} (${effectiveEdges} with an action).`,
    `${nodes - listedNodes} without a row, ${deadEnds} dead ends, ${unreachable.length} not reached, ${selfLoops} lead to themselves.`,
  ];
}

function questionOf({ list, screen, edge }: MatrixFlags): MatrixQuestion | null {
  if (screen !== undefined) return { type: 'screen', screen };
  if (edge !== undefined) {
    const [from, to] = endsOf(edge, '--edge');
    return { type: 'edge', from, to };
  }
  return list === true ? { type: 'list' } : null;
}

/** In this order: what is added can be merged in the next call. */
function changesOf(flags: MatrixFlags): readonly MatrixChange[] {
  const changes: MatrixChange[] = [];
  if (flags.merge !== undefined) changes.push({ type: 'merge', screens: flags.merge });
  if (flags.delete !== undefined) changes.push({ type: 'delete', screens: flags.delete });
  const { add, from = '', to = '' } = flags;
  if (add !== undefined) changes.push({ type: 'add', screen: add, from, to });
  if (flags.addEdge !== undefined) {
    const [source, target] = endsOf(flags.addEdge, '--add-edge');
    const [, , edge] = flags.addEdge;
    if (edge === undefined) throw new UserError('--add-edge takes FROM, TO and the edge');
    changes.push({ type: 'add-edge', from: source, to: target, edge });
  }
  if (flags.deleteEdge !== undefined) {
    const [source, target] = endsOf(flags.deleteEdge, '--delete-edge');
    const [, , number] = flags.deleteEdge;
    if (number !== undefined && !/^\d{1,6}$/.test(number)) {
      throw new UserError(`--delete-edge: ${JSON.stringify(number)} is no number of an action`);
    }
    changes.push({
      type: 'delete-edge',
      from: source,
      to: target,
      number: number === undefined ? null : Number(number),
    });
  }
  return changes;
}

function endsOf([from, to]: readonly string[], flag: string): readonly [string, string] {
  if (from !== undefined && to !== undefined) return [from, to];
  throw new UserError(`${flag} takes the names of two screens`);
}

function oneOf<T extends string>(known: readonly T[], given: string, flag: string): T {
  const found = known.find((one) => one === given);
  if (found !== undefined) return found;
  throw new UserError(`${flag} ${JSON.stringify(given)} is unknown`, {
    hint: `It is ${known.join(' or ')}.`,
  });
}
