import type { Action } from '../../domain/action.js';
import { plural } from '../../domain/text/plural.js';
import { readHandRecording } from '../../formats/recording/read-hand-recording.js';
import { packagesOf } from '../../builder/record/episode-of-recording.js';

/** What a recording holds, as one document and as lines for people. */
export interface DescribedRecording {
  readonly document: Readonly<Record<string, unknown>>;
  readonly lines: readonly string[];
}

/** @throws {NotARecordingError | RecordingDamagedError} */
export async function describeRecording(
  folder: string,
  options: { readonly signal: AbortSignal },
): Promise<DescribedRecording> {
  const recording = await readHandRecording(folder, options);
  const { header, instruction, steps, milestones, end } = recording;
  const apps = end?.apps ?? packagesOf(recording);
  const document = {
    formatVersion: 1,
    folder,
    startedAt: header.startedAt,
    environment: header.environment,
    task: header.task,
    language: header.language,
    instruction,
    apps,
    steps: steps.map(({ screen, action, rule, isMasked }) => ({
      screen,
      action,
      rule,
      isMasked: isMasked === true,
    })),
    milestones,
    end: end === null ? null : { status: end.status, reason: end.reason ?? null, notes: end.notes },
  };
  const lines = [
    instruction,
    `${header.environment.kind}, ${header.startedAt}; ${apps.join(', ')}`,
    '',
    ...steps.flatMap(({ action }, index) => [
      ...milestones.filter(({ step }) => step === index).map(milestoneLine),
      `${String(index + 1).padStart(3)}  ${wordsOf(action)}`,
    ]),
    ...milestones.filter(({ step }) => step >= steps.length).map(milestoneLine),
    '',
    end === null
      ? 'It was stopped before its end.'
      : `${end.status.toUpperCase()}${end.reason === undefined ? '' : `: ${end.reason}`}${end.notes === '' ? '' : ` (${end.notes})`}`,
    `${plural(steps.length, 'step')}, ${plural(milestones.length, 'milestone')}`,
  ];
  return { document, lines };
}

function milestoneLine({
  subTarget,
  text,
  group,
}: {
  readonly subTarget: string;
  readonly text: string;
  readonly group: string | null;
}): string {
  const said = text === '' ? '' : `: "${text.replaceAll('\n', ' · ')}"`;
  return `  *  ${subTarget}${said}${group === null ? '' : ` (group ${group})`}`;
}

function wordsOf(action: Action): string {
  switch (action.type) {
    case 'tap':
    case 'long_press': {
      const { target } = action;
      const at =
        target.type === 'point' ? ` (${Math.round(target.point.x)}, ${Math.round(target.point.y)})` : '';
      return `${action.type.replace('_', ' ')}${at}`;
    }
    case 'swipe':
      return `swipe ${action.direction ?? ''}`.trim();
    case 'type':
      return `type "${action.text}"`;
    case 'key':
      return `key ${action.key}`;
    case 'open_app':
      return `open ${action.app}`;
    default:
      return action.type;
  }
}
