import { isVoided } from '../domain/episode.js';
import type { ItemResult } from '../domain/score.js';
import { instructionOf } from '../domain/task.js';

/** Repeats of one task that are spelt out; the rest is counted. */
const MOST_REPEATS = 20;

/** One run's results on their way into a JUnit file. */
export interface JUnitSuite {
  /** Name of the suite, such as `benchmark · agent`. */
  readonly name: string;
  /** Stands before the task's id in the name that dashboards group by. */
  readonly className: string;
  readonly startedAt?: string;
  /** Configuration worth seeing in CI, by name. */
  readonly properties?: Readonly<Record<string, string>>;
  readonly results: AsyncIterable<JUnitResult> | Iterable<JUnitResult>;
}

/** An item's result, with the time it took where that is known. */
export type JUnitResult = ItemResult & { readonly durationMs?: number };

/**
 * Results as JUnit XML, one test case per task. A task all of whose judged repeats passed is a pass, one none of whose
 * did is a failure with the explanation. In between it is flaky: a pass that carries the property `flaky` and one
 * `flakyFailure` per failed repeat, as Maven Surefire writes them, so that a dashboard shows it and a gate does not trip
 * over chance. A task that was voided or never run is skipped, with the reason.
 *
 * Source: the JUnit report schema of Maven Surefire 3.0.
 */
export async function junitXml(suites: readonly JUnitSuite[]): Promise<string> {
  const written: WrittenSuite[] = [];
  for (const suite of suites) written.push(await writeSuite(suite));
  const total = (of: (suite: WrittenSuite) => number): number =>
    written.reduce((sum, suite) => sum + of(suite), 0);
  const counts = attributes({
    name: 'touchstone',
    tests: total(({ tests }) => tests),
    failures: total(({ failures }) => failures),
    errors: 0,
    skipped: total(({ skipped }) => skipped),
    time: seconds(total(({ durationMs }) => durationMs)),
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites${counts}>`,
    ...written.map(({ text }) => text),
    '</testsuites>',
    '',
  ].join('\n');
}

interface WrittenSuite {
  readonly text: string;
  readonly tests: number;
  readonly failures: number;
  readonly skipped: number;
  readonly durationMs: number;
}

/** What is kept of a task's repeats. */
interface Case {
  readonly name: string;
  readonly instruction: string;
  passed: number;
  judged: number;
  durationMs: number;
  readonly failed: Told[];
  readonly voided: Told[];
}

interface Told {
  readonly repeat: number;
  /** Outcome of the repeat. */
  readonly type: string;
  readonly message: string;
}

async function writeSuite(suite: JUnitSuite): Promise<WrittenSuite> {
  const cases = new Map<string, Case>();
  for await (const result of suite.results) addResult(cases, result);
  const all = [...cases.values()];
  const failures = all.filter((one) => one.judged > 0 && one.passed === 0).length;
  const skipped = all.filter((one) => one.judged === 0).length;
  const durationMs = all.reduce((sum, one) => sum + one.durationMs, 0);
  const head = attributes({
    name: suite.name,
    tests: all.length,
    failures,
    errors: 0,
    skipped,
    time: seconds(durationMs),
    ...(suite.startedAt === undefined ? {} : { timestamp: suite.startedAt }),
  });
  const lines = [
    `  <testsuite${head}>`,
    ...propertyLines('    ', suite.properties ?? {}),
    ...all.map((one) => caseText(one, suite.className)),
    '  </testsuite>',
  ];
  return { text: lines.join('\n'), tests: all.length, failures, skipped, durationMs };
}

function addResult(cases: Map<string, Case>, result: JUnitResult): void {
  const { key, task, outcome } = result;
  let one = cases.get(key.item);
  if (one === undefined) {
    const instruction = instructionOf(task);
    one = { name: key.item, instruction, passed: 0, judged: 0, durationMs: 0, failed: [], voided: [] };
    cases.set(key.item, one);
  }
  one.durationMs += result.durationMs ?? 0;
  const attempt = { repeat: key.repeat, type: outcome, message: messageOf(result) };
  if (isVoided(outcome)) {
    one.voided.push(attempt);
    return;
  }
  one.judged += 1;
  if (outcome === 'passed') one.passed += 1;
  else one.failed.push(attempt);
}

function caseText(one: Case, className: string): string {
  const { passed, judged, failed, voided } = one;
  const isFlaky = passed > 0 && passed < judged;
  const repeats = judged + voided.length;
  const head = attributes({ classname: className, name: one.name, time: seconds(one.durationMs) });
  const properties = {
    instruction: one.instruction,
    ...(repeats > 1 ? { repeats: String(repeats), passed: String(passed) } : {}),
    ...(isFlaky ? { flaky: 'true' } : {}),
    ...(voided.length > 0 ? { voided: String(voided.length) } : {}),
  };
  return [
    `    <testcase${head}>`,
    ...propertyLines('      ', properties),
    ...outcomeLines(one, isFlaky),
    '    </testcase>',
  ].join('\n');

  function outcomeLines(of: Case, flaky: boolean): readonly string[] {
    if (of.judged === 0) {
      const first = of.voided[0];
      const reason = first === undefined ? 'not run' : `${first.type}: ${first.message}`;
      return [`      <skipped${attributes({ message: reason })}/>`];
    }
    if (failed.length === 0) return [];
    const shown = failed.slice(0, MOST_REPEATS);
    if (flaky) {
      return shown.map(
        ({ repeat, type, message }) =>
          `      <flakyFailure${attributes({ message, type })}>repeat ${repeat + 1}: ${escape(message)}</flakyFailure>`,
      );
    }
    const [first] = failed;
    const text = shown.map(({ repeat, type, message }) => `repeat ${repeat + 1}, ${type}: ${message}`);
    const more = failed.length > shown.length ? [`and ${failed.length - shown.length} more`] : [];
    return [
      `      <failure${attributes({ message: first?.message ?? '', type: first?.type ?? 'failed' })}>${escape([...text, ...more].join('\n'))}</failure>`,
    ];
  }
}

/** Why an item did not pass, in the words of whoever decided it. */
function messageOf({ end, outcome, result }: JUnitResult): string {
  if (outcome === 'failed') {
    for (const { score } of result.scores) {
      if (score.status === 'scored' && score.value < 1) return score.explanation;
    }
  }
  return end.message ?? (outcome === 'failed' ? `ended: ${end.reason}` : end.reason);
}

function propertyLines(indent: string, properties: Readonly<Record<string, string>>): readonly string[] {
  const entries = Object.entries(properties);
  if (entries.length === 0) return [];
  return [
    `${indent}<properties>`,
    ...entries.map(([name, value]) => `${indent}  <property${attributes({ name, value })}/>`),
    `${indent}</properties>`,
  ];
}

function attributes(values: Readonly<Record<string, string | number>>): string {
  return Object.entries(values)
    .map(([name, value]) => ` ${name}="${escape(String(value))}"`)
    .join('');
}

/** Text as XML allows it: markup escaped, what no XML file may hold replaced. Newlines survive in attributes too. */
function escape(text: string): string {
  return text
    .replaceAll(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\n', '&#10;');
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(3);
}
