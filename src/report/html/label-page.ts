/** One episode on the page. Texts are shown as they are; nothing of them is markup. */
export interface LabelCase {
  /** From 1, as the questionnaire numbers it. */
  readonly number: number;
  readonly name: string;
  readonly instruction: string;
  readonly steps: readonly {
    /** What was done on the screen, in words. */
    readonly words: string;
    /** A WebP picture of the screen; null where there is none. */
    readonly picture: Uint8Array | null;
  }[];
  /** What the judge said; null where the person is not to know. */
  readonly verdict: string | null;
}

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;margin:1.5rem;color:#1a1a1a;background:#fff}
section{border-top:1px solid #bbb;padding:1rem 0}
h2{margin:.2rem 0;font-size:1.1rem}
p.task{font-size:1.15rem;margin:.3rem 0 .8rem;max-width:60rem}
p.verdict{background:#fff4d6;padding:.4rem .6rem;max-width:60rem}
ol{display:flex;gap:.8rem;overflow-x:auto;list-style:none;padding:0;margin:0}
li{flex:0 0 13rem}
img{width:100%;border:1px solid #ccc;display:block}
figcaption{font-size:.85rem;overflow-wrap:anywhere}
figure{margin:0}
@media(prefers-color-scheme:dark){body{color:#eee;background:#161616}p.verdict{background:#453a17}}`;

/** Beginning of a page that shows episodes to whoever labels them. It loads nothing and runs nothing. */
export function labelPageHead(title: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
<title>${escaped(title)}</title><style>${STYLE}</style></head><body>
<h1>${escaped(title)}</h1>
<p>A screenshot shows the phone before what is written below it was done.</p>
`;
}

/** One episode: its pictures side by side. */
export function labelPageCase({ number, name, instruction, steps, verdict }: LabelCase): string {
  const figures = steps.map(({ words, picture }, index) => {
    const image =
      picture === null
        ? '<p>no screenshot</p>'
        : `<img loading="lazy" alt="Screenshot at step ${index + 1}" src="data:image/webp;base64,${Buffer.from(picture).toString('base64')}">`;
    return `<li><figure>${image}<figcaption>${index + 1}. ${escaped(words)}</figcaption></figure></li>`;
  });
  const said = verdict === null ? '' : `<p class="verdict">The judge: ${escaped(verdict)}</p>\n`;
  return `<section id="case-${number}"><h2>${number}. ${escaped(name)}</h2>
<p class="task">${escaped(instruction)}</p>
${said}<ol tabindex="0">${figures.join('\n')}</ol></section>
`;
}

/** End of the page. */
export function labelPageFoot(): string {
  return '</body></html>\n';
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
