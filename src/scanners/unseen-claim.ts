import { parseHierarchy } from '../domain/hierarchy/parse-hierarchy.js';
import { quotedTexts } from '../domain/text/quoted-texts.js';
import { isSameScreen } from './same-screen.js';
import { defineScanner, type ScannedEpisode, type ScannerFinding } from './scanner.js';

/** What of an answer can be looked up on screens: numbers of two digits or more, with their points, colons and signs. */
const FIGURES = /\d(?:[\d.,:/-]*\d)+/g;

/** The agent says something that no screen it saw shows: an end that nothing led to, or an answer with figures of its own. */
export const unseenClaimScanner = defineScanner({
  name: 'claim-without-evidence',
  version: '1',
  title: 'a success declared although nothing was changed, or an answer whose figures no screen showed',
  readsScreens: true,
  async scan(episode) {
    return [...emptySuccess(episode), ...(await unseenFigures(episode))];
  },
});

/** A declared success after which every action before it left the screen as it was. */
function emptySuccess({ trajectory: { steps } }: ScannedEpisode): readonly ScannerFinding[] {
  const last = steps.findIndex(({ action }) => action?.type === 'stop' && action.status === 'success');
  const [first] = steps;
  if (last < 1 || first === undefined) return [];
  const hasChanged = steps.slice(1, last + 1).some((step) => isSameScreen(first, step) !== true);
  if (hasChanged) return [];
  return [{ message: 'Success is declared, and no action before it changed the screen', steps: [last] }];
}

async function unseenFigures(episode: ScannedEpisode): Promise<readonly ScannerFinding[]> {
  const { trajectory, task, signal } = episode;
  const findings: ScannerFinding[] = [];
  for (const [place, step] of trajectory.steps.entries()) {
    const said = saidAt(step.action);
    if (said === null) continue;
    const claimed = [...new Set([...(said.match(FIGURES) ?? []), ...quotedTexts(said)])];
    if (claimed.length === 0) continue;
    const shown = await textsUpTo(episode, place, signal);
    // A trajectory without hierarchies proves nothing.
    if (shown === null) continue;
    const known = `${shown}\n${Object.values(task.instructions).join('\n')}`.toLowerCase();
    const unseen = claimed.filter((claim) => !known.includes(claim.toLowerCase()));
    if (unseen.length === 0) continue;
    const named = unseen.slice(0, 3).map((claim) => JSON.stringify(claim));
    findings.push({
      message: `The answer says ${named.join(', ')}, which no screen before it shows`,
      steps: [place],
    });
  }
  return findings;
}

function saidAt(action: ScannedEpisode['trajectory']['steps'][number]['action']): string | null {
  if (action?.type === 'answer') return action.text;
  return action?.type === 'stop' ? (action.answer ?? null) : null;
}

/** All texts of the screens up to a step; null where one of them has no hierarchy that can be read. */
async function textsUpTo(
  { trajectory }: ScannedEpisode,
  last: number,
  signal: AbortSignal,
): Promise<string | null> {
  const texts = new Set<string>();
  const read = new Set<string>();
  for (const { screen } of trajectory.steps.slice(0, last + 1)) {
    if (screen.hierarchy === null) return null;
    const key = screen.hierarchy.hash ?? screen.id;
    if (read.has(key)) continue;
    read.add(key);
    const xml = await screen.hierarchy.load({ signal });
    for (const { text, description } of parseHierarchy(xml, { file: screen.id }).nodes) {
      for (const shown of [text, description]) if (shown !== '') texts.add(shown);
    }
  }
  return [...texts].join('\n');
}
