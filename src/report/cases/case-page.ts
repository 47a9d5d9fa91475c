import type { Box, Size } from '../../domain/geometry.js';

/** Something drawn on a picture. */
export interface PageMark {
  /** Pixels of the source picture. */
  readonly at: { readonly box: Box } | { readonly point: readonly [number, number] };
  /** Any colour of CSS. */
  readonly colour: string;
  readonly label: string;
}

/** One case on the page. Texts are shown as they are; nothing of them is markup. */
export interface PageCase {
  /** Distinct on the page; people name the case by it. */
  readonly id: string;
  readonly title: string;
  /** What is asked or said, below the title. */
  readonly text: string;
  /** Something that stands out, such as a verdict; null for nothing. */
  readonly note: string | null;
  /** Side by side. */
  readonly figures: readonly {
    readonly words: string;
    /** A WebP picture; null where there is none. */
    readonly picture: Uint8Array | null;
    /** What is drawn on it, with the pixels of the source picture. */
    readonly drawn?: { readonly size: Size; readonly marks: readonly PageMark[] };
  }[];
}

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;margin:1.5rem;color:#1a1a1a;background:#fff}
section{border-top:1px solid #bbb;padding:1rem 0}
h2{margin:.2rem 0;font-size:1.1rem}
p.text{font-size:1.15rem;margin:.3rem 0 .8rem;max-width:60rem;white-space:pre-line}
p.note{background:#fff4d6;padding:.4rem .6rem;max-width:60rem}
ol{display:flex;gap:.8rem;overflow-x:auto;list-style:none;padding:0;margin:0}
li{flex:0 0 13rem}
img,svg{width:100%;height:auto;background:#f4f4f4;border:1px solid #ccc;display:block}
figcaption{font-size:.85rem;overflow-wrap:anywhere}
figure{margin:0}
@media(prefers-color-scheme:dark){body{color:#eee;background:#161616}svg{background:#333}p.note{background:#453a17}}`;

/** Beginning of a page that shows cases with their pictures. It loads nothing and runs nothing. */
export function casePageHead(title: string, introduction: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
<title>${escaped(title)}</title><style>${STYLE}</style></head><body>
<h1>${escaped(title)}</h1>
<p>${escaped(introduction)}</p>
`;
}

/** One case: its pictures side by side. */
export function casePageCase({ id, title, text, note, figures }: PageCase): string {
  const shown = figures.map(
    (figure) =>
      `<li><figure>${pictureOf(figure)}<figcaption>${escaped(figure.words)}</figcaption></figure></li>`,
  );
  const said = note === null ? '' : `<p class="note">${escaped(note)}</p>\n`;
  return `<section id="${escaped(id)}"><h2>${escaped(title)}</h2>
<p class="text">${escaped(text)}</p>
${said}<ol tabindex="0">${shown.join('\n')}</ol></section>
`;
}

/** A page with all its cases. */
export function casePage(title: string, introduction: string, cases: readonly PageCase[]): string {
  return [casePageHead(title, introduction), ...cases.map(casePageCase), casePageFoot()].join('');
}

/** End of the page. */
export function casePageFoot(): string {
  return '</body></html>\n';
}

function pictureOf({ words, picture, drawn }: PageCase['figures'][number]): string {
  if (picture === null && drawn === undefined) return '<p>no picture</p>';
  const source = picture === null ? '' : `data:image/webp;base64,${Buffer.from(picture).toString('base64')}`;
  if (drawn === undefined) return `<img loading="lazy" alt="${escaped(words)}" src="${source}">`;
  const { width, height } = drawn.size;
  const image = source === '' ? '' : `<image width="${width}" height="${height}" href="${source}"/>`;
  const line = Math.max(2, Math.round(width / 250));
  const marks = drawn.marks.map((mark) => markOf(mark, line)).join('');
  return `<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${escaped(words)}">${image}${marks}</svg>`;
}

function markOf({ at, colour, label }: PageMark, line: number): string {
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
