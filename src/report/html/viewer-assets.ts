import { readFile } from 'node:fs/promises';
import { BugError } from '../../errors.js';
import { OWN_PACKAGE } from '../../own-package.js';
import type { ReportIndex } from '../view/report-index.js';
import type { ReportLanguage } from '../view/report-language.js';

/** The application (web/) over a report's own data, as one script and one style sheet, and what shows before it runs. */
export interface ViewerAssets {
  readonly script: string;
  readonly style: string;
  /** A short script that runs before the first rows are read: in which language and colours this reader sees them, if at all. */
  readonly start: string;
  /**
   * The application's first page down to its first results, as HTML.
   *
   * @param nonce what the page's policy asks of style sheets
   */
  readonly renderFirstRows: (
    index: ReportIndex,
    options: { readonly language: ReportLanguage; readonly nonce: string },
  ) => Promise<string>;
}

/** The viewer that the build made; bundled on the spot when run from the sources. */
export async function loadViewer(): Promise<ViewerAssets> {
  if (import.meta.url.endsWith('.ts')) return (bundled ??= bundleViewer());
  const place = (name: string): URL => new URL(`dist/report-app/${name}`, OWN_PACKAGE);
  try {
    const [script, style, start, firstRows] = await Promise.all([
      readFile(place('report.js'), 'utf8'),
      readFile(place('report.css'), 'utf8'),
      readFile(place('start.js'), 'utf8'),
      import(place('first-rows.js').href) as Promise<FirstRows>,
    ]);
    return { script, style, start, renderFirstRows: firstRows.renderFirstRows };
  } catch (error) {
    throw new BugError('The viewer of HTML reports is missing from this installation', {
      cause: error,
      hint: 'Install Touchstone again, or `npm run build` it.',
    });
  }
}

type FirstRows = Pick<ViewerAssets, 'renderFirstRows'>;
type Bundle = Pick<ViewerAssets, 'script' | 'style' | 'start'>;

/** From the sources once a process: it takes seconds. */
let bundled: Promise<ViewerAssets> | null = null;

async function bundleViewer(): Promise<ViewerAssets> {
  const script = new URL('scripts/bundle-web.mjs', OWN_PACKAGE);
  // The script is plain JavaScript, and says what it returns in a comment.
  const bundler = (await import(script.href)) as {
    bundleReport(): Promise<Bundle>;
    bundleFirstRows(): Promise<{ readonly script: string }>;
  };
  const bundle = await bundler.bundleReport();
  const firstRows = await bundler.bundleFirstRows();
  const address = `data:text/javascript;base64,${Buffer.from(firstRows.script).toString('base64')}`;
  return { ...bundle, ...((await import(address)) as FirstRows) };
}
