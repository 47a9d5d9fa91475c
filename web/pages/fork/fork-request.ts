/** What the form of a fork holds, as it is typed. */
export interface ForkForm {
  /** First step that is to be another, from 1. */
  readonly step: string;
  readonly times: string;
  readonly model: string;
  readonly dialect: string;
  /** Other changes by name, a line each: `temperature=0`. */
  readonly others: string;
  /** The action of the step itself, as JSON; empty leaves it to the agent. */
  readonly action: string;
}

/** What the server takes a fork as. */
export interface ForkRequest {
  readonly item: string;
  readonly repeat: number;
  /** From 0. */
  readonly step: number;
  readonly set: Readonly<Record<string, string>>;
  readonly times: number;
}

/** What of a form is no request: a line that changes nothing, or a field that is no number. */
export type ForkMistake =
  | { readonly field: 'others'; readonly line: string }
  | { readonly field: 'step' | 'times' };

/** The request of a form. What is left empty stays as it was; a name before `=` with nothing after it gets its default. */
export function forkRequest(
  form: ForkForm,
  { item, repeat }: { readonly item: string; readonly repeat: number },
): ForkRequest | ForkMistake {
  const [step, times] = [fromOne(form.step), fromOne(form.times)];
  if (step === null) return { field: 'step' };
  if (times === null) return { field: 'times' };
  const set: Record<string, string> = {};
  for (const name of ['model', 'dialect', 'action'] as const) {
    if (form[name].trim() !== '') set[name] = form[name].trim();
  }
  for (const line of form.others.split('\n')) {
    if (line.trim() === '') continue;
    const at = line.indexOf('=');
    if (at < 1) return { field: 'others', line: line.trim() };
    set[line.slice(0, at).trim()] = line.slice(at + 1).trim();
  }
  return { item, repeat, step: step - 1, set, times };
}

function fromOne(text: string): number | null {
  return /^\s*[1-9]\d{0,5}\s*$/.test(text) ? Number(text) : null;
}
