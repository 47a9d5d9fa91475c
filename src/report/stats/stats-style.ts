const LIGHT = `
  color-scheme: light;
  --paper: #f6f6f3; --surface: #ffffff; --sunken: #efefeb; --ink: #1c2126; --muted: #59616b; --line: #dfdfd9;
  --accent: #265f93; --track: #f1f1ec; --heat: #c2410c; --cell: #f3f2ee;
  --c0: #2f6cab; --c1: #7a55a3; --c2: #237f78; --c3: #c98a1b; --c4: #6b7480; --c5: #ad3f6b; --c6: #9aa3ad;
  --c7: #6d7022; --c8: #1c7a50; --c9: #b2412f;
  --shadow: 0 1px 2px rgb(20 25 30 / 8%);`;
const DARK = `
  color-scheme: dark;
  --paper: #14171a; --surface: #1b1f23; --sunken: #23282d; --ink: #e6e8ea; --muted: #a0a8b1; --line: #31373d;
  --accent: #82b7ea; --track: #23282d; --heat: #ff9d5c; --cell: #23282d;
  --c0: #6ea8e6; --c1: #b595de; --c2: #5bbfb6; --c3: #e5b457; --c4: #8b95a1; --c5: #ea8fb4; --c6: #5d666f;
  --c7: #bfc36c; --c8: #5fc795; --c9: #f0897a;
  --shadow: none;`;

const COLOURS = Array.from({ length: 10 }, (_, index) => `.c${index} { fill: var(--c${index}); }`).join('\n');

/** Style of the page of statistics; light and dark follow the reader. */
export const STATS_STYLE = `
:root {${LIGHT}
  --text: 'Inter', ui-sans-serif, system-ui, 'Segoe UI', Roboto, 'Helvetica Neue', 'Noto Sans', 'PingFang SC',
    'Microsoft YaHei', 'Noto Sans CJK SC', sans-serif;
}
@media (prefers-color-scheme: dark) { :root {${DARK} } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 15px/1.5 var(--text); }
main { max-width: 1180px; margin: 0 auto; padding: 2rem 1.25rem 4rem; }
h1 { margin: 0; font-size: 1.7rem; line-height: 1.2; letter-spacing: -0.01em; }
h2 { margin: 0 0 0.15rem; font-size: 1.02rem; }
p { margin: 0; }
.lead { margin-top: 0.35rem; color: var(--muted); overflow-wrap: anywhere; }
.figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(128px, 1fr)); gap: 0.75rem; margin: 1.5rem 0; padding: 0; list-style: none; }
.figures li { background: var(--surface); border: 1px solid var(--line); border-radius: 10px; padding: 0.7rem 0.9rem; box-shadow: var(--shadow); }
.figures b { display: block; font-size: 1.55rem; font-weight: 650; line-height: 1.2; font-variant-numeric: tabular-nums; }
.figures span { color: var(--muted); font-size: 0.85rem; }
.cards { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 1rem; grid-auto-flow: dense; }
section { background: var(--surface); border: 1px solid var(--line); border-radius: 12px; padding: 1rem 1.15rem 1.1rem; box-shadow: var(--shadow); min-width: 0; }
section.wide { grid-column: 1 / -1; }
section > p { color: var(--muted); font-size: 0.85rem; margin-bottom: 0.7rem; }
section svg { display: block; width: 100%; height: auto; }
.scroll { overflow-x: auto; }
svg text { fill: var(--ink); font: 11px var(--text); font-variant-numeric: tabular-nums; }
svg .tick, svg .axis { fill: var(--muted); }
svg .strong { paint-order: stroke; stroke: var(--surface); stroke-width: 3px; stroke-linejoin: round; fill: var(--ink); font-weight: 600; }
svg .name { font-size: 12px; }
.bar { fill: var(--accent); }
.track { fill: var(--track); }
.grid { stroke: var(--line); stroke-width: 1; }
.middle { fill: var(--accent); opacity: 0.3; }
.median { stroke: var(--ink); stroke-width: 1; stroke-dasharray: 2 3; opacity: 0.55; }
.heat { fill: var(--heat); }
.empty { fill: var(--cell); }
.self { fill: none; stroke: var(--line); }
.phone { fill: var(--sunken); stroke: var(--line); stroke-width: 2; }
${COLOURS}
rect:hover { filter: brightness(1.12); }
.legend { display: flex; flex-wrap: wrap; gap: 0.3rem 1rem; margin: 0 0 0.6rem; padding: 0; list-style: none; font-size: 0.85rem; color: var(--muted); }
.legend li { display: flex; align-items: center; gap: 0.4rem; }
.legend svg { width: 11px; }
.maps { display: flex; flex-wrap: wrap; gap: 1.4rem; align-items: flex-end; margin: 0; padding: 0; list-style: none; }
.maps svg { width: auto; height: 300px; }
.maps .flat svg { height: auto; width: 300px; }
.maps p { margin-top: 0.45rem; text-align: center; font-size: 0.82rem; color: var(--muted); }
section svg.matrix { width: auto; max-width: 100%; max-height: 640px; margin: 0 auto; }
table { border-collapse: collapse; width: 100%; font-size: 0.87rem; font-variant-numeric: tabular-nums; }
th, td { padding: 0.35rem 0.6rem; border-bottom: 1px solid var(--line); text-align: right; }
th { color: var(--muted); font-weight: 500; }
th:first-child, td:first-child { text-align: left; padding-left: 0; }
ul.words { margin: 0.7rem 0 0; padding-left: 1.1rem; font-size: 0.85rem; overflow-wrap: anywhere; }
td.words { text-align: left; overflow-wrap: anywhere; }
tr:last-child td { border-bottom: 0; }
details { margin-top: 0.6rem; }
summary { cursor: pointer; color: var(--accent); font-size: 0.87rem; margin-bottom: 0.5rem; }
footer { margin-top: 2rem; color: var(--muted); font-size: 0.82rem; }
@media (max-width: 860px) { .cards { grid-template-columns: minmax(0, 1fr); } main { padding: 1.25rem 0.8rem 3rem; } }
@media print { body { background: #ffffff; } section { break-inside: avoid; box-shadow: none; } }
`;
