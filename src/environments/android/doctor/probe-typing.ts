import { parseHierarchy } from '../../../domain/hierarchy/parse-hierarchy.js';
import type { UiNode } from '../../../domain/hierarchy/ui-node.js';
import { DEADLINES } from '../adb/deadlines.js';
import { clearByKeyboard, typeByKeyboard, until } from '../driver/adb-keyboard.js';
import { HierarchyDumper } from '../driver/hierarchy-dumper.js';
import { readFocus } from '../driver/screen-facts.js';
import { tapAt } from '../driver/touch.js';
import type { CheckContext } from './device-check.js';

/** Letters with marks, of other scripts, of two directions, and one beyond the first plane. */
export const PROBE_TEXT = 'Aé你好😀\u200Fשלום';
const SEARCH_SETTINGS = 'am start -W -a android.settings.APP_SEARCH_SETTINGS';
const SHOWN_WITHIN_MS = 2000;

/**
 * Types into the search field of the settings and reads there what arrived; then the field is emptied. Its app is left to the
 * journal to stop.
 */
export async function probeTyping({
  device,
  journal,
  keyboard,
  signal,
}: CheckContext): Promise<'arrived' | 'lost' | 'no field'> {
  journal.note({ type: 'home' });
  const opened = await device.ask('app', SEARCH_SETTINGS, DEADLINES.launch, signal);
  if (opened.error !== undefined) return 'no field';
  const focus = await readFocus(device, signal);
  if (focus?.package != null) journal.note({ type: 'stop-app', package: focus.package });
  const dumper = new HierarchyDumper(device);
  const field = async (): Promise<UiNode | null> => {
    const dumped = await dumper.dump('doctor', signal);
    if (dumped.type === 'missing') return null;
    const fields = parseHierarchy(dumped.xml).nodes.filter(({ className }) =>
      /EditText|AutoComplete|SearchView/.test(className),
    );
    return fields.find((node) => node.attribute('focused') === 'true') ?? fields[0] ?? null;
  };
  const found = await field();
  if (found === null) return 'no field';
  const middle = middleOf(found);
  if (found.attribute('focused') !== 'true' && middle !== null) await tapAt(device, middle, 1, signal);
  await typeByKeyboard(device, keyboard, PROBE_TEXT, signal);
  const isThere = async (): Promise<boolean> =>
    (await field())?.attribute('text')?.includes(PROBE_TEXT) === true;
  const hasArrived = await until(device, isThere, SHOWN_WITHIN_MS, signal);
  await clearByKeyboard(device, keyboard, signal);
  return hasArrived ? 'arrived' : 'lost';
}

function middleOf(node: UiNode): readonly [number, number] | null {
  const [, ...edges] = /^\[(\d+),(\d+)\]\[(\d+),(\d+)\]$/.exec(node.attribute('bounds') ?? '') ?? [];
  const [left = 0, top = 0, right = 0, bottom = 0] = edges.map(Number);
  return edges.length === 4 ? [Math.floor((left + right) / 2), Math.floor((top + bottom) / 2)] : null;
}
