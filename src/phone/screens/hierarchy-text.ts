import type { Size } from '../../domain/geometry.js';
import type { Observation } from '../../domain/screen.js';

const DECLARATION = "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>";

/** Clients tell a dump from an error by its first five characters. */
const START = '<?xml';

/**
 * The recorded UI hierarchy as a dump gives it: as it is, with an XML declaration where it has none. Null where nobody
 * recorded one, unless `frame` asks for a single node of the screen's size. Nothing is ever derived from transitions.
 *
 * @throws {TouchstoneError} when what was recorded cannot be had
 */
export async function hierarchyText(
  { screen }: Observation,
  options: {
    readonly missing: 'recorded' | 'frame';
    /** Of a screen that has none of its own. */
    readonly size: Size;
    readonly package: string;
    readonly signal: AbortSignal;
  },
): Promise<string | null> {
  if (screen.hierarchy === null) {
    return options.missing === 'frame' ? frame(screen.size ?? options.size, options.package) : null;
  }
  // Decoding drops a byte order mark.
  const text = new TextDecoder().decode(await screen.hierarchy.load({ signal: options.signal })).trimStart();
  return text.startsWith(START) ? text : `${DECLARATION}${text}`;
}

function frame({ width, height }: Size, packageName: string): string {
  const flags = [
    'checkable="false" checked="false" clickable="false" enabled="true" focusable="false" focused="false"',
    'scrollable="false" long-clickable="false" password="false" selected="false"',
  ].join(' ');
  const name = packageName.replaceAll(/[^\w.]/g, '');
  return (
    `${DECLARATION}<hierarchy rotation="0"><node index="0" text="" resource-id="" ` +
    `class="android.widget.FrameLayout" package="${name}" content-desc="" ${flags} ` +
    `bounds="[0,0][${width},${height}]" /></hierarchy>`
  );
}
