import type { DeviceAgreement } from '../../metrics/device-agreement.js';
import { numberColumns, textColumns } from '../../metrics/tables/columns.js';
import { endsOf } from '../../metrics/tables/measured-cells.js';
import { NOT_APPLICABLE, percent, percentInterval } from '../../metrics/tables/percent.js';
import type { Cell, Table } from '../../metrics/tables/table.js';

/** One side of a task: what became of its attempts, and why they failed. */
export interface DeviceSide {
  readonly passed: boolean;
  readonly passes: number;
  readonly attempts: number;
  /** Of the first attempt that failed; empty where none did, or nobody says. */
  readonly reason: string;
}

/** A task with both its sides. */
export interface DeviceTask {
  readonly task: string;
  readonly instruction: string;
  readonly here: DeviceSide;
  readonly onDevice: DeviceSide;
  readonly sameCause: boolean | null;
}

/** A run next to a real device: how often both agree, and why each task failed on either side. */
export function deviceTables(
  tasks: readonly DeviceTask[],
  agreement: DeviceAgreement,
  { name, notes }: { readonly name: string; readonly notes: readonly string[] },
): readonly Table[] {
  return [agreementTable(agreement, { name, notes }), ...reasonsTable(tasks, name)];
}

function agreementTable(
  agreement: DeviceAgreement,
  { name, notes }: { readonly name: string; readonly notes: readonly string[] },
): Table {
  const { tasks, bothPassed, bothFailed, onlyHere, onlyOnDevice, kappa, failuresFound, p, sameCause } =
    agreement;
  const row = (text: string, hit: number, total: number, interval: DeviceAgreement['interval']): Cell[] => {
    const value = total === 0 ? null : hit / total;
    return [
      { text },
      { text: `${hit}/${total}`, counts: [hit, total] },
      { text: percent(value), value },
      { text: percentInterval(interval), ...endsOf(interval) },
    ];
  };
  const both = bothPassed + bothFailed;
  return {
    id: 'device-agreement',
    title: `${name} and a real device`,
    columns: [...textColumns('tasks'), ...numberColumns('of', '%', '95 %')],
    rows: [
      row('one outcome on both', both, tasks, agreement.interval),
      row('passed on both', bothPassed, tasks, null),
      row('failed on both', bothFailed, tasks, null),
      row('passed in the run alone', onlyHere, tasks, null),
      row('passed on the device alone', onlyOnDevice, tasks, null),
      row(
        'failures on the device that failed in the run',
        failuresFound.found,
        failuresFound.of,
        failuresFound.interval,
      ),
      ...(sameCause.judged === 0
        ? []
        : [row('failures on both with one cause, as judged', sameCause.same, sameCause.judged, null)]),
    ],
    notes: [
      `Cohen's kappa (agreement beyond chance): ${kappa === null ? NOT_APPLICABLE : kappa.toFixed(2)}. p that both pass equally often (McNemar, exact): ${p < 0.001 ? '< 0.001' : p.toFixed(3)}.`,
      'Of several attempts at a task more than half must pass. 95 % intervals: Clopper-Pearson over tasks.',
      ...notes,
    ],
  };
}

function reasonsTable(tasks: readonly DeviceTask[], name: string): readonly Table[] {
  const failed = tasks.filter(({ here, onDevice }) => !here.passed || !onDevice.passed);
  if (failed.length === 0) return [];
  const judged = failed.some(({ sameCause }) => sameCause !== null);
  return [
    {
      id: 'device-failures',
      title: `Why tasks failed: on the real device, and under ${name}`,
      columns: textColumns('id', 'Task', 'Real device', 'Run', ...(judged ? ['One cause'] : [])),
      rows: failed.map(({ task, instruction, here, onDevice, sameCause }): Cell[] => [
        { text: task },
        { text: instruction },
        { text: sideText(onDevice) },
        { text: sideText(here) },
        ...(judged ? [{ text: sameCause === null ? '' : sameCause ? 'yes' : 'no' }] : []),
      ]),
      notes: [],
    },
  ];
}

function sideText({ passed, passes, attempts, reason }: DeviceSide): string {
  const share = attempts === 1 ? '' : ` (${passes} of ${attempts})`;
  if (passed) return `passed${share}`;
  return reason === '' ? `failed${share}` : `${reason}${share}`;
}
