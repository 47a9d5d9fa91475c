/** What the form of a new run holds, as it is typed. */
export interface NewRunForm {
  readonly benchmark: string;
  readonly agent: string;
  readonly model: string;
  readonly mode: string;
  readonly limit: string;
  readonly repeats: string;
  readonly seed: string;
  readonly tasks: string;
  /** Name of the run; empty: made of time, benchmark and agent. */
  readonly runId: string;
  /** Settings by name, a line each: `maxSteps=20`. */
  readonly others: string;
}

export const EMPTY_FORM: NewRunForm = {
  benchmark: '',
  agent: '',
  model: '',
  mode: '',
  limit: '',
  repeats: '',
  seed: '',
  tasks: '',
  runId: '',
  others: '',
};

/** What the server takes a new run as. */
export interface NewRunRequest {
  readonly benchmark: string;
  readonly settings: Readonly<Record<string, string>>;
  readonly runId?: string;
}

/** The request of a form; or the first line that is no setting. What is left empty has its default. */
export function newRunRequest(form: NewRunForm): NewRunRequest | { readonly noSetting: string } {
  const { benchmark, runId, others, ...fields } = form;
  const given = Object.entries(fields).map(([name, value]): [string, string] => [name, value.trim()]);
  for (const line of others.split('\n')) {
    if (line.trim() === '') continue;
    const at = line.indexOf('=');
    if (at < 1) return { noSetting: line.trim() };
    given.push([line.slice(0, at).trim(), line.slice(at + 1).trim()]);
  }
  return {
    benchmark: benchmark.trim(),
    settings: Object.fromEntries(given.filter(([, value]) => value !== '')),
    ...(runId.trim() === '' ? {} : { runId: runId.trim() }),
  };
}
