import { createHash } from 'node:crypto';
import { pathToFileURL } from 'node:url';
import type { Finding, FindingRule } from '../domain/finding.js';
import type { LintReport } from '../formats/lint/lint-report.js';

export interface SarifOptions {
  readonly rules: ReadonlyMap<string, FindingRule>;
  /** Version of Touchstone. */
  readonly version: string;
}

/**
 * Findings in the format that code hosts and editors show next to the lines they are about.
 *
 * Source: Static Analysis Results Interchange Format (SARIF) 2.1.0, OASIS standard.
 */
export function sarifOf(report: LintReport, options: SarifOptions): Record<string, unknown> {
  const used = [...new Set(report.findings.map(({ rule }) => rule))].toSorted();
  const indices = new Map(used.map((rule, index) => [rule, index]));
  const folder = pathToFileURL(report.folder).href;
  return {
    $schema: 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'touchstone',
            semanticVersion: options.version,
            rules: used.map((id) => sarifRule(id, options.rules.get(id))),
          },
        },
        columnKind: 'utf16CodeUnits',
        originalUriBaseIds: { DATA: { uri: folder.endsWith('/') ? folder : `${folder}/` } },
        invocations: [{ executionSuccessful: true }],
        results: report.findings.map((finding) => sarifResult(finding, indices.get(finding.rule) ?? -1)),
        properties: { benchmark: report.benchmark, mode: report.mode },
      },
    ],
  };
}

function sarifRule(id: string, rule: FindingRule | undefined): Record<string, unknown> {
  if (rule === undefined) return { id };
  return {
    id,
    shortDescription: { text: rule.title },
    help: { text: rule.hint },
    defaultConfiguration: { level: rule.severity },
  };
}

function sarifResult(finding: Finding, ruleIndex: number): Record<string, unknown> {
  const { place } = finding;
  return {
    ruleId: finding.rule,
    ruleIndex,
    level: finding.severity,
    message: { text: finding.hint === undefined ? finding.message : `${finding.message}. ${finding.hint}` },
    ...(place !== null && { locations: [sarifLocation(place)] }),
    partialFingerprints: { 'touchstone/v1': fingerprint(finding) },
    properties: { subjects: finding.subjects, ...finding.details },
  };
}

function sarifLocation(place: NonNullable<Finding['place']>): Record<string, unknown> {
  const { file, line, column, path } = place;
  return {
    physicalLocation: {
      artifactLocation: { uri: file.split('/').map(encodeURIComponent).join('/'), uriBaseId: 'DATA' },
      ...(line !== undefined && {
        region: { startLine: line, ...(column !== undefined && { startColumn: column }) },
      }),
    },
    ...(path !== undefined &&
      path.length > 0 && {
        logicalLocations: [{ fullyQualifiedName: `/${path.map(pointerPart).join('/')}`, kind: 'element' }],
      }),
  };
}

/** A part of a JSON pointer. Source: RFC 6901. */
function pointerPart(part: string | number): string {
  return String(part).replaceAll('~', '~0').replaceAll('/', '~1');
}

/** The same for the same defect after lines have moved. */
function fingerprint({ rule, place, subjects }: Finding): string {
  const text = JSON.stringify([rule, place?.file ?? null, subjects]);
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}
