import { describe, expect, it } from 'vitest';
import { launcherPage } from './launcher-page.js';

describe('launcherPage', () => {
  it('shows names as text, whatever they are', () => {
    const page = launcherPage([{ name: '<img src=x onerror=alert(1)>"&', package: 'a.b', url: 'http://x/' }]);
    expect(page).not.toContain('<img');
    expect(page).toContain('&lt;img src=x onerror=alert(1)>&quot;&amp;</button>');
  });
});
