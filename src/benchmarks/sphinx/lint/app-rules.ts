import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readApps } from '../recordings/apk-info.js';
import { pairId } from '../saved-runs/pair.js';
import { splitPairs } from '../splits.js';
import type { TaskInfo } from '../recordings/task-info.js';
import type { Finding } from '../../../domain/finding.js';
import { readTextFile } from '../../../formats/read-json-file.js';
import { foundInSphinx } from './rules.js';

const APPS = 'apk-info.csv';
const SCRIPTS = 'login_script';

/** How recordings, task files, apps and login scripts fit together. */
export async function lintApps(
  folder: string,
  tasks: readonly TaskInfo[],
  options: { signal: AbortSignal },
): Promise<Finding[]> {
  const wanted = new Set(tasks.flatMap(({ id, apps }) => apps.map((app) => pairId({ task: id, app }))));
  const named = new Set(tasks.flatMap(({ apps }) => apps));
  const present: string[] = [];
  const recorded = new Set<string>();
  for await (const pair of splitPairs(folder, 'present', options)) {
    present.push(pairId(pair));
    recorded.add(pair.app);
  }
  return [
    ...lintPairs(wanted, present),
    ...(await lintTable(folder, new Set([...named, ...recorded]), options)),
    ...(await lintScripts(folder, named, options)),
  ];
}

function lintPairs(wanted: ReadonlySet<string>, present: readonly string[]): Finding[] {
  const findings: Finding[] = [];
  const onDisk = new Set(present);
  const missing = [...wanted].filter((pair) => !onDisk.has(pair));
  if (missing.length > 0) {
    const file = 'task_info_all.json';
    const message = `${missing.length} of ${wanted.size} pairs have no recording here`;
    findings.push(foundInSphinx('sphinx/missing-recording', { file, path: [], subjects: missing, message }));
  }
  const byFolded = new Map<string, string>();
  for (const pair of present) {
    const file = `groundtruth/${pair}`;
    if (!wanted.has(pair)) {
      const message = `${pair} is recorded, and no task file names it`;
      findings.push(foundInSphinx('sphinx/recording-without-task', { file, subjects: [pair], message }));
    }
    const twin = byFolded.get(pair.toLowerCase());
    if (twin !== undefined) {
      const message = `${pair} and ${twin} differ only in case`;
      findings.push(foundInSphinx('sphinx/case-twins', { file, subjects: [pair, twin], message }));
    }
    byFolded.set(pair.toLowerCase(), pair);
  }
  return findings;
}

async function lintTable(
  folder: string,
  named: ReadonlySet<string>,
  options: { signal: AbortSignal },
): Promise<Finding[]> {
  const findings: Finding[] = [];
  const byPackage = new Map<string, string[]>();
  for (const app of (await readApps(folder, options)).values()) {
    byPackage.set(app.package, [...(byPackage.get(app.package) ?? []), app.name]);
    if (named.has(app.name)) continue;
    const message = `the app "${app.name}" is in no task file and was never recorded`;
    findings.push(foundInSphinx('sphinx/app-without-task', { file: APPS, subjects: [app.name], message }));
  }
  for (const [name, apps] of byPackage) {
    if (apps.length < 2) continue;
    const message = `the apps ${apps.join(', ')} share the package ${name}`;
    findings.push(foundInSphinx('sphinx/shared-package', { file: APPS, subjects: apps, message }));
  }
  return findings;
}

async function lintScripts(
  folder: string,
  named: ReadonlySet<string>,
  options: { signal: AbortSignal },
): Promise<Finding[]> {
  const findings: Finding[] = [];
  const names = await readdir(join(folder, SCRIPTS)).catch(() => []);
  for (const name of names.filter((entry) => entry.endsWith('.json')).toSorted()) {
    const file = `${SCRIPTS}/${name}`;
    const app = name.slice(0, -'.json'.length);
    const where = { file, subjects: [app] };
    if (!named.has(app)) {
      const message = `the login script of "${app}" is for an app in no task file`;
      findings.push(foundInSphinx('sphinx/app-without-task', { ...where, message }));
    }
    const text = await readTextFile(join(folder, file), options);
    if (/^\s*\[\s*\]\s*$/.test(text)) {
      const message = `the login script of "${app}" holds no action`;
      findings.push(foundInSphinx('sphinx/empty-login-script', { ...where, message }));
    }
  }
  return findings;
}
