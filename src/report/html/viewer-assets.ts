import { readFile } from 'node:fs/promises';
import { BugError } from '../../errors.js';
import { OWN_PACKAGE } from '../../own-package.js';

/** The application (web/) over a report's own data, as one script and one style sheet. */
export interface ViewerAssets {
  readonly script: string;
  readonly style: string;
}

/** The viewer that the build made; bundled on the spot when run from the sources. */
export async function loadViewer(): Promise<ViewerAssets> {
  if (import.meta.url.endsWith('.ts')) {
    const script = new URL('scripts/bundle-web.mjs', OWN_PACKAGE);
    // The script is plain JavaScript, and says what it returns in a comment.
    const bundler = (await import(script.href)) as { bundleReport(): Promise<ViewerAssets> };
    return bundler.bundleReport();
  }
  try {
    const [script, style] = await Promise.all([
      readFile(new URL('dist/report-app/report.js', OWN_PACKAGE), 'utf8'),
      readFile(new URL('dist/report-app/report.css', OWN_PACKAGE), 'utf8'),
    ]);
    return { script, style };
  } catch (error) {
    throw new BugError('The viewer of HTML reports is missing from this installation', {
      cause: error,
      hint: 'Install Touchstone again, or `npm run build` it.',
    });
  }
}
