import type { LiveApp } from '../../domain/live/live-app.js';

/** The home screen: an icon per app. Touching one calls `touchstoneOpen(package)`. */
export function launcherPage(apps: readonly LiveApp[]): string {
  const icons = apps.map(
    (app, index) =>
      `<button id="${escapeHtml(app.package)}" style="--hue:${(index * 67) % 360}" onclick="touchstoneOpen(this.id)">` +
      `<i aria-hidden="true">${escapeHtml(String.fromCodePoint(app.name.codePointAt(0) ?? 32))}</i>${escapeHtml(app.name)}</button>`,
  );
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Home</title><style>${STYLE}</style><main>${icons.join('')}</main></html>`;
}

const STYLE = `
  body { margin: 0; min-height: 100vh; font: 14px sans-serif; color: #fff; background: linear-gradient(#25395b, #5b4a6f); }
  main { display: grid; grid-template-columns: repeat(4, 1fr); gap: 24px 8px; padding: 64px 12px; }
  button { all: unset; display: flex; flex-direction: column; align-items: center; gap: 6px; text-align: center; overflow-wrap: anywhere; }
  i { width: 56px; height: 56px; border-radius: 16px; font: 28px/56px sans-serif; background: hsl(var(--hue) 55% 45%); }
`;

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
