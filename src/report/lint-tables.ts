import { countBySeverity, type Finding, type FindingRule, type Severity } from '../domain/finding.js';
import { plural } from '../domain/text/plural.js';
import type { Proof } from '../domain/proof.js';
import type { LintReport } from '../formats/lint/lint-report.js';
import { numberColumns, textColumns } from '../metrics/tables/columns.js';
import type { Cell, Table } from '../metrics/tables/table.js';

export interface LintTableOptions {
  readonly rules: ReadonlyMap<string, FindingRule>;
  /** Most findings of one rule to list; null lists all, notes included. */
  readonly limit: number | null;
}

/** A lint report as tables: what was found how often, where, and what was proved. */
export function lintTables(report: LintReport, options: LintTableOptions): Table[] {
  const tables = [rulesTable(report, options.rules)];
  const listed = findingsTable(report, options);
  if (listed.rows.length > 0) tables.push(listed);
  if (report.proofs.length > 0) tables.push(proofsTable(report.proofs));
  return tables;
}

const SEVERITIES: readonly Severity[] = ['error', 'warning', 'note'];

function rulesTable(report: LintReport, rules: ReadonlyMap<string, FindingRule>): Table {
  const groups = new Map<string, Finding[]>();
  for (const finding of report.findings) {
    const key = `${SEVERITIES.indexOf(finding.severity)} ${finding.rule}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [finding]);
    else group.push(finding);
  }
  const counts = countBySeverity(report.findings);
  const rows = [...groups.entries()]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, findings]): Cell[] => {
      const [first] = findings;
      return [
        { text: first?.severity ?? '' },
        { text: first?.rule ?? '' },
        { text: String(findings.length), value: findings.length },
        { text: rules.get(first?.rule ?? '')?.title ?? '' },
      ];
    });
  return {
    id: 'lint-rules',
    title: `${report.benchmark}: ${plural(counts.error, 'error')}, ${plural(counts.warning, 'warning')}, ${plural(counts.note, 'note')}`,
    columns: [...textColumns('severity', 'rule'), ...numberColumns('found'), ...textColumns('what')],
    rows,
    notes: [`${report.mode} mode; looked at ${report.files.join(', ')} in ${report.folder}`],
  };
}

function findingsTable(report: LintReport, { rules, limit }: LintTableOptions): Table {
  const taken = new Map<string, number>();
  const rows: Cell[][] = [];
  let left = 0;
  for (const finding of report.findings) {
    if (limit !== null && finding.severity === 'note') continue;
    const count = (taken.get(finding.rule) ?? 0) + 1;
    taken.set(finding.rule, count);
    if (limit !== null && count > limit) {
      left += 1;
      continue;
    }
    const hint = finding.hint ?? rules.get(finding.rule)?.hint ?? '';
    rows.push([
      { text: finding.severity },
      { text: placeText(finding) },
      { text: hint === '' ? finding.message : `${finding.message}. ${hint}` },
    ]);
  }
  return {
    id: 'lint-findings',
    title: 'Findings',
    columns: textColumns('severity', 'where', 'what is wrong, and what to do'),
    rows,
    notes:
      left === 0
        ? []
        : [`${plural(left, 'finding')} of the same rules left out; --all lists every one, notes too`],
  };
}

function placeText({ place }: Finding): string {
  if (place === null) return '';
  const line = place.line === undefined ? '' : `:${place.line}:${place.column ?? 1}`;
  return `${place.file}${line}`;
}

function proofsTable(proofs: readonly Proof[]): Table {
  const files = [...new Set(proofs.map(({ file }) => file))];
  const asked = proofs.some(({ confirmed }) => confirmed !== null);
  return {
    id: 'lint-proofs',
    title: 'Which tasks can be solved',
    columns: [
      ...textColumns('file'),
      ...numberColumns(
        'tasks',
        'surely',
        'almost surely',
        'by luck',
        'impossible',
        'not known',
        'confirmed',
        'success at most',
        'in budget at most',
        'completion at most',
      ),
    ],
    rows: files.map((file) =>
      proofRow(
        file,
        proofs.filter((proof) => proof.file === file),
      ),
    ),
    notes: [
      'surely: within some number of steps, for every outcome of chance; almost surely: by trying again and again; by luck: with a chance below 100 %',
      'at most: what an agent that knows everything has, with as many steps as it likes and within the step budget',
      asked
        ? 'confirmed: the environment replayed the shortest solution, with draws as wished, and the benchmark scored it a success'
        : 'confirmed: solutions were not replayed',
    ],
  };
}

function proofRow(file: string, proofs: readonly Proof[]): Cell[] {
  const items = (test: (proof: Proof) => boolean): Cell => {
    const tasks = proofs.filter(test).map(({ task }) => task);
    return { text: String(tasks.length), value: tasks.length, items: tasks };
  };
  const known = proofs.filter(({ status }) => status !== 'unknown');
  const mean = (value: (proof: Proof) => number | null): number | null =>
    share(
      known.reduce((sum, proof) => sum + (value(proof) ?? 0), 0),
      known.length,
    );
  const completion = share(
    known.reduce((sum, proof) => sum + (proof.milestones - proof.obstacles.length) / proof.milestones, 0),
    known.length,
  );
  return [
    { text: file },
    { text: String(proofs.length), value: proofs.length },
    items(({ certainty }) => certainty === 'surely'),
    items(({ certainty }) => certainty === 'almost-surely'),
    items(({ certainty }) => certainty === 'by-luck'),
    items(({ certainty }) => certainty === 'impossible'),
    items(({ status }) => status === 'unknown'),
    items(({ confirmed }) => confirmed === true),
    percentCell(mean(({ chance }) => chance)),
    percentCell(mean(({ chanceInBudget }) => chanceInBudget)),
    percentCell(completion),
  ];
}

function share(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}

function percentCell(value: number | null): Cell {
  return { text: value === null ? '—' : `${(value * 100).toFixed(2)} %`, value };
}
