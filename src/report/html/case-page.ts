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
  }[];
}

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;margin:1.5rem;color:#1a1a1a;background:#fff}
section{border-top:1px solid #bbb;padding:1rem 0}
h2{margin:.2rem 0;font-size:1.1rem}
p.text{font-size:1.15rem;margin:.3rem 0 .8rem;max-width:60rem;white-space:pre-line}
p.note{background:#fff4d6;padding:.4rem .6rem;max-width:60rem}
ol{display:flex;gap:.8rem;overflow-x:auto;list-style:none;padding:0;margin:0}
li{flex:0 0 13rem}
img{width:100%;border:1px solid #ccc;display:block}
figcaption{font-size:.85rem;overflow-wrap:anywhere}
figure{margin:0}
@media(prefers-color-scheme:dark){body{color:#eee;background:#161616}p.note{background:#453a17}}`;

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
  const drawn = figures.map(({ words, picture }) => {
    const image =
      picture === null
        ? '<p>no picture</p>'
        : `<img loading="lazy" alt="${escaped(words)}" src="data:image/webp;base64,${Buffer.from(picture).toString('base64')}">`;
    return `<li><figure>${image}<figcaption>${escaped(words)}</figcaption></figure></li>`;
  });
  const said = note === null ? '' : `<p class="note">${escaped(note)}</p>\n`;
  return `<section id="${escaped(id)}"><h2>${escaped(title)}</h2>
<p class="text">${escaped(text)}</p>
${said}<ol tabindex="0">${drawn.join('\n')}</ol></section>
`;
}

/** End of the page. */
export function casePageFoot(): string {
  return '</body></html>\n';
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
