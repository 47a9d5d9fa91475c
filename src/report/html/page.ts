import { createHash } from 'node:crypto';
import type { ReportIndex } from '../view/report-index.js';
import type { ReportLanguage } from '../view/report-language.js';
import { writeFirstRows } from './first-rows.js';
import type { ViewerAssets } from './viewer-assets.js';

/** Lets the start script run the application once what was written is on the screen. */
const APPLICATION_READ = "dispatchEvent(new Event('application'))";

/** Where no script takes it away, for a file that shows something without one and for one that shows nothing. */
const WITHOUT_SCRIPT: Readonly<Record<ReportLanguage, Readonly<Record<'rest' | 'all', string>>>> = {
  en: {
    rest: 'The rest of this report needs JavaScript. It loads nothing from the network.',
    all: 'This report needs JavaScript. It loads nothing from the network.',
  },
  zh: {
    rest: '报告的其余部分需要 JavaScript，不会从网络加载任何内容。',
    all: '本报告需要 JavaScript，不会从网络加载任何内容。',
  },
};

/**
 * Everything of the page before the packed data, and what comes between index and steps, and after all.
 *
 * The policy names script and style by their hashes and allows nothing else but pictures from disk or from where the
 * page came from: text of a model or a benchmark that found its way into the markup still could not run or load anything.
 */
export async function pageParts(
  viewer: ViewerAssets,
  title: string,
  index: ReportIndex,
): Promise<{ readonly head: string; readonly afterIndex: string; readonly end: string }> {
  const start = escapeScript(viewer.start);
  const script = escapeScript(viewer.script);
  const scriptHash = hashOf(script);
  // Style sheets that the script makes as it runs carry it. Who could write it elsewhere into the page could write no script.
  const nonce = createHash('sha256').update(`style ${scriptHash}`).digest('base64url');
  const policy = [
    "default-src 'none'",
    `script-src '${scriptHash}' '${hashOf(start)}' '${hashOf(APPLICATION_READ)}'`,
    `style-src '${hashOf(viewer.style)}' 'nonce-${nonce}'`,
    "img-src 'self' file: data:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  // What is seen where no script runs.
  const first = index.language ?? 'en';
  const rows = await writeFirstRows(viewer, index, nonce);
  const head = `<!doctype html>
<html lang="${first}" data-language="${index.language ?? ''}" data-mantine-color-scheme="light" data-rows-in="${first}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escapeText(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta name="style-nonce" content="${nonce}">
<title>${escapeText(title)}</title>
<style>${viewer.style}</style>
</head>
<body>
<p class="in-place-of-script">${WITHOUT_SCRIPT[first][rows === '' ? 'all' : 'rest']}</p>
<script>${start}</script>
<div id="app">${rows}</div>
`;
  const application = `<script type="text/plain" id="application">${script}</script>`;
  return {
    head,
    afterIndex: `${application}\n<script>${APPLICATION_READ}</script>\n`,
    end: '</body>\n</html>\n',
  };
}

/** Text between tags and in double-quoted attributes. */
function escapeText(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** Keeps the script's own strings from ending its element. */
function escapeScript(script: string): string {
  return script.replaceAll(/<\/(script)/gi, '<\\/$1').replaceAll('<!--', '<\\!--');
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
