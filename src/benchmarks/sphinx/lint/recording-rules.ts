import { findSphinxDefects } from './find-defects.js';
import type { SphinxDefect } from './find-defects.js';
import type { Finding } from '../../../domain/finding.js';
import { found } from '../../../lint/rules.js';
import type { RuleId } from '../../../lint/rules.js';

/** Rule and file of each kind of defect. */
const KINDS: Readonly<Record<SphinxDefect['kind'], readonly [RuleId, string]>> = {
  unreadable: ['sphinx/unreadable', ''],
  'surplus-files': ['sphinx/surplus-screens', 'meta.json'],
  'fails-own-rules': ['sphinx/fails-own-rules', 'evaluator.json'],
  'weak-goal': ['sphinx/weak-goal', 'evaluator.json'],
  'fragile-rule': ['sphinx/fragile-rule', 'evaluator.json'],
  'repeated-rule': ['sphinx/repeated-rule', 'evaluator.json'],
  'element-not-on-screen': ['sphinx/element-not-on-screen', 'meta.json'],
  'empty-screen': ['sphinx/empty-screen', 'meta.json'],
  'unknown-app': ['sphinx/unknown-app', 'activities.json'],
  'other-package': ['sphinx/other-package', 'activities.json'],
  skills: ['sphinx/skills', 'skills.json'],
};

/** Defects of every recording on disk, rules included. @throws {DatasetError} when apk-info.csv cannot be read. */
export async function lintRecordings(folder: string, options: { signal: AbortSignal }): Promise<Finding[]> {
  const findings: Finding[] = [];
  for await (const defect of findSphinxDefects({ dataDirectory: folder, split: 'present', ...options })) {
    const [rule, name] = KINDS[defect.kind];
    const file = `groundtruth/${defect.item}${name === '' ? '' : `/${name}`}`;
    const message = `${defect.item}: ${defect.message.replaceAll(`${folder}/`, '')}`;
    findings.push(found(rule, { file, subjects: [defect.item], message }));
  }
  return findings;
}
