import type { PhoneHappening } from './phone-client.js';

/** Kinds of what a client did that a phone made nothing of. */
const ODD: ReadonlySet<string> = new Set([
  'ignored',
  'rejected',
  'refused',
  'unknown_command',
  'unknown_service',
  'out_of_bounds',
  'limit',
  'malformed',
]);
const MOST_CHARACTERS = 300;

/** Whether a line of the log wants to be noticed. */
export function isOdd({ kind }: PhoneHappening): boolean {
  return ODD.has(kind);
}

/** What is said of a happening in the log of a phone; null for what is not worth a line. */
export function happeningWords(what: PhoneHappening): string | null {
  return wordsOf(what)?.slice(0, MOST_CHARACTERS) ?? null;
}

function wordsOf(what: PhoneHappening): string | null {
  switch (what.kind) {
    case 'command':
      return text(what['service']);
    case 'action':
      return actionWords(what);
    case 'observe':
      return `${text(what['what'])} of ${text(what['screen'])}`;
    case 'done':
      return Number(what['exitCode'] ?? 0) === 0 ? null : `exit status ${text(what['exitCode'])}`;
    case 'turn':
    case 'input':
      return null;
    case 'answer':
      return text(what['text']);
    case 'finish':
      return text(what['status']);
    case 'limit':
      return `${text(what['limit'])} ${text(what['value'])}`;
    case 'failure':
      return text(what['message']);
    case 'transport':
      return [what['what'], what['detail']]
        .map(text)
        .filter((word) => word !== '')
        .join(': ');
    default:
      return text(what['what']);
  }
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** An action as its event has it. */
interface Happened {
  readonly type: string;
  readonly key?: string;
  readonly direction?: string;
  readonly app?: string;
  readonly status?: string;
  readonly text?: string;
  readonly count?: number;
  readonly target?: { readonly point?: Point };
  readonly from?: Point;
}

function actionWords(what: PhoneHappening): string {
  const action = what['action'] as Happened;
  const at = action.target?.point ?? action.from;
  const words = [
    action.type,
    action.key ?? action.direction ?? action.app ?? action.status,
    at === undefined ? undefined : `(${Math.round(at.x)}, ${Math.round(at.y)})`,
    action.text === undefined ? undefined : `“${action.text}”`,
    action.count === undefined || action.count < 2 ? undefined : `x${action.count}`,
  ].filter((word) => word !== undefined);
  const [from, to] = [text(what['from']), text(what['to'])];
  const came = from === to ? `stays on ${from}` : `${from} → ${to === '' ? 'the end' : to}`;
  const transition = what['transition'] as { readonly rule: string } | null | undefined;
  return `${words.join(' ')}: ${came}${transition == null ? '' : ` (${transition.rule})`}`;
}

function text(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
