import type { Box, Size } from '../../domain/geometry.js';

/** Something drawn on a picture. */
export interface InspectionMark {
  /** Pixels of the source picture. */
  readonly at: { readonly box: Box } | { readonly point: readonly [number, number] };
  /** Any colour of CSS. */
  readonly colour: string;
  readonly label: string;
}

export interface InspectionPicture {
  /** A WebP picture; null where there is none. */
  readonly bytes: Uint8Array | null;
  /** Pixels of the source picture. */
  readonly size: Size;
  readonly caption: string;
  readonly marks: readonly InspectionMark[];
}

/** One thing that somebody is to look at. */
export interface InspectionCase {
  readonly id: string;
  readonly lines: readonly string[];
  /** Side by side. */
  readonly pictures: readonly InspectionPicture[];
}

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;margin:1.5rem;color:#1a1a1a;background:#fff}
section{border-top:1px solid #bbb;padding:1rem 0}
h2{margin:.2rem 0;font-size:1.05rem;overflow-wrap:anywhere}
p{margin:.2rem 0;max-width:60rem;overflow-wrap:anywhere}
div.row{display:flex;gap:1rem;overflow-x:auto}
figure{margin:.4rem 0;flex:0 0 18rem}
svg{width:100%;height:auto;border:1px solid #ccc;display:block;background:#f4f4f4}
figcaption{font-size:.85rem;overflow-wrap:anywhere}
@media(prefers-color-scheme:dark){body{color:#eee;background:#161616}svg{background:#333}}`;

/**
 * A page of cases with their pictures side by side, what matters drawn on them. It loads nothing and runs nothing; texts are shown as
 * they are.
 */
export function inspectionPage(title: string, intro: string, cases: readonly InspectionCase[]): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
<title>${escaped(title)}</title><style>${STYLE}</style></head><body>
<h1>${escaped(title)}</h1>
<p>${escaped(intro)}</p>
${cases.map(caseOf).join('')}</body></html>
`;
}

function caseOf({ id, lines, pictures }: InspectionCase, index: number): string {
  const shown = pictures.map(pictureOf).join('\n');
  return `<section id="case-${index + 1}"><h2>${index + 1}. ${escaped(id)}</h2>
${lines.map((line) => `<p>${escaped(line)}</p>`).join('\n')}
<div class="row" tabindex="0">${shown}</div></section>
`;
}

function pictureOf({ bytes, size: { width, height }, caption, marks }: InspectionPicture): string {
  const image =
    bytes === null
      ? ''
      : `<image width="${width}" height="${height}" href="data:image/webp;base64,${Buffer.from(bytes).toString('base64')}"/>`;
  const line = Math.max(2, Math.round(width / 250));
  return `<figure><svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${escaped(caption)}">${image}${marks
    .map((mark) => drawn(mark, line))
    .join('')}</svg><figcaption>${escaped(caption)}</figcaption></figure>`;
}

function drawn({ at, colour, label }: InspectionMark, line: number): string {
  const paint = escaped(colour);
  const title = `<title>${escaped(label)}</title>`;
  if ('box' in at) {
    const [x1, y1, x2, y2] = at.box;
    return `<rect x="${x1}" y="${y1}" width="${Math.max(0, x2 - x1)}" height="${Math.max(0, y2 - y1)}" fill="none" stroke="${paint}" stroke-width="${line}">${title}</rect>`;
  }
  const [x, y] = at.point;
  return `<circle cx="${x}" cy="${y}" r="${line * 3}" fill="${paint}" stroke="#fff" stroke-width="${line}">${title}</circle>`;
}

function escaped(text: string): string {
  const marks: Readonly<Record<string, string>> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  };
  return text.replaceAll(/[&<>"']/g, (sign) => marks[sign] ?? sign);
}
