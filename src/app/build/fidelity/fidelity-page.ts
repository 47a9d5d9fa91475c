import { readBytes } from '../../../files/read-bytes.js';
import { FILE_LIMITS } from '../../../files/file-limits.js';
import { writeWholeFile } from '../../../files/write-whole-file.js';
import { dirname, join } from 'node:path';
import { fromGraphAction } from '../../../domain/graph/native-action.js';
import type { GraphFile } from '../../../formats/graph/graph-file.js';
import { readGraphFile } from '../../../formats/graph/read-graph.js';
import { sayAction } from '../../../judges/say-action.js';
import { smallWebp } from '../../../observations/pictures/small-webp.js';
import { casePageCase, casePageFoot, casePageHead, type PageCase } from '../../../report/cases/case-page.js';
import type { FidelityFindings } from './check-fidelity.js';

/** Cases of each kind that the page shows. */
const MOST_SHOWN = 100;
/** Labels that are named. */
const MOST_LABELS = 8;

/**
 * Writes `fidelity.html` next to the journal: what leads elsewhere in the live app, and what went stale, recorded and live side by side.
 *
 * @returns the file, absolute
 */
export async function writeFidelityPage(
  world: string,
  findings: FidelityFindings,
  signal: AbortSignal,
): Promise<string> {
  const { summary } = findings;
  const graph = await readGraphFile(join(world, 'graph.json'), { signal });
  const folder = dirname(findings.journal);
  const recorded = pictureOfNode(graph, world, signal);
  const byNumber = new Map(findings.screens.map((screen) => [screen.screen, screen]));
  const live = async (number: number | null): Promise<Uint8Array | null> => {
    const picture = number === null ? null : (byNumber.get(number)?.picture ?? null);
    return picture === null ? null : await small(join(folder, 'screens', `${picture}.png`), folder, signal);
  };
  const cases: PageCase[] = [];
  const wrong = findings.transitions.filter(({ verdict }) => ['differs', 'stays', 'crash'].includes(verdict));
  for (const [index, one] of wrong.slice(0, MOST_SHOWN).entries()) {
    const words = sayAction(fromGraphAction(one.action), graph.screenSize);
    const shown =
      one.verdict === 'crash'
        ? 'goes down'
        : one.verdict === 'stays'
          ? 'stays where it is'
          : one.shown === null
            ? 'shows a screen that nobody recorded'
            : `shows ${one.shown}`;
    cases.push({
      id: `transition-${index + 1}`,
      title: `Transition ${index + 1}: ${one.from}`,
      text: words,
      note: `Recorded: ${one.expected.join(' or ')}. The live app ${shown}.`,
      figures: [
        { words: `recorded: ${one.from}`, picture: await recorded(one.from) },
        { words: `recorded: ${one.expected[0] ?? ''}`, picture: await recorded(one.expected[0] ?? '') },
        { words: 'live', picture: await live(one.screen) },
      ],
    });
  }
  for (const [index, { node, screen, missing, added }] of summary.stale.slice(0, MOST_SHOWN).entries()) {
    cases.push({
      id: `stale-${index + 1}`,
      title: `Stale screen ${index + 1}: ${node}`,
      text: [...named('no longer shown', missing), ...named('new', added)].join('\n'),
      note: null,
      figures: [
        { words: 'recorded', picture: await recorded(node) },
        { words: 'live', picture: await live(screen) },
      ],
    });
  }
  const head = casePageHead(
    `${graph.name}: recorded and live`,
    `${wrong.length} transitions lead elsewhere in the live app, ${summary.stale.length} screens look otherwise.`,
  );
  const page = join(folder, 'fidelity.html');
  await writeWholeFile(page, [head, ...cases.map(casePageCase), casePageFoot()].join(''));
  return page;
}

function named(what: string, labels: readonly string[]): string[] {
  if (labels.length === 0) return [];
  const shown = labels.slice(0, MOST_LABELS).map((label) => `“${label}”`);
  const more = labels.length > MOST_LABELS ? ` and ${labels.length - MOST_LABELS} more` : '';
  return [`${what}: ${shown.join(', ')}${more}`];
}

function pictureOfNode(
  { nodes }: GraphFile,
  world: string,
  signal: AbortSignal,
): (id: string) => Promise<Uint8Array | null> {
  const pictures = new Map(nodes.map(({ id, screens = [] }) => [id, screens[0]?.picture]));
  return async (id) => {
    const path = pictures.get(id);
    return path === undefined ? null : small(join(world, path), world, signal);
  };
}

async function small(file: string, within: string, signal: AbortSignal): Promise<Uint8Array | null> {
  try {
    const bytes = await readBytes(file, { maxBytes: FILE_LIMITS.picture, within, signal });
    return (await smallWebp(bytes, { file })).bytes;
  } catch (error) {
    signal.throwIfAborted();
    // A page without one picture says more than no page.
    if (error instanceof Error) return null;
    throw error;
  }
}
