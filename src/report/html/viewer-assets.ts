import { readFile } from 'node:fs/promises';
import { BugError } from '../../errors.js';

/** The viewer as one script and one style sheet. */
export interface ViewerAssets {
  readonly script: string;
  readonly style: string;
}

/** The viewer that the build put beside this file; bundled on the spot when run from the sources. */
export async function loadViewer(): Promise<ViewerAssets> {
  if (import.meta.url.endsWith('.ts')) {
    const script = new URL('../../../scripts/bundle-viewer.mjs', import.meta.url);
    // The script is plain JavaScript, and says what it returns in a comment.
    const bundler = (await import(script.href)) as { bundleViewer(): Promise<ViewerAssets> };
    return bundler.bundleViewer();
  }
  try {
    const [script, style] = await Promise.all([
      readFile(new URL('./viewer.js', import.meta.url), 'utf8'),
      readFile(new URL('./viewer.css', import.meta.url), 'utf8'),
    ]);
    return { script, style };
  } catch (error) {
    throw new BugError('The viewer of HTML reports is missing from this installation', {
      cause: error,
      hint: 'Install Touchstone again, or `npm run build` it.',
    });
  }
}
