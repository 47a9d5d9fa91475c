import { describe, expect, it } from 'vitest';
import { stop, tap } from '../../domain/action.js';
import { pixelPoint } from '../../domain/geometry.js';
import type { DatasetStatistics } from '../../domain/recordings/dataset-statistics.js';
import { DatasetError } from '../../errors.js';
import { PictureSizes } from '../../metrics/dataset/picture-sizes.js';
import { RecordedCollector } from '../../metrics/dataset/recorded-collector.js';
import { statsPage } from './stats-page.js';
import { statsTables } from './stats-tables.js';

const PHONE = { width: 270, height: 540 };
const SCREEN = { id: 's', size: PHONE, activity: null, picture: null, hierarchy: null };

function recorded(): DatasetStatistics {
  const collector = new RecordedCollector(new Map([['Shop', 'Shopping']]));
  collector.add({
    type: 'episode',
    episode: {
      id: 'a',
      instructions: { en: 'Buy 2 pens' },
      apps: ['Shop', 'Mail'],
      labels: { metaTask: ['Buying'] },
      steps: [
        { screen: SCREEN, action: tap(pixelPoint(5, 5)), box: [0, 0, 9, 9] },
        { screen: SCREEN, action: stop('success') },
      ],
    },
  });
  collector.add({
    type: 'broken',
    id: 'b',
    error: new DatasetError('torn: /home/me/data/annotations/b.json'),
  });
  const pictures = new PictureSizes();
  pictures.add('first', PHONE, PHONE);
  pictures.add('second', PHONE, { width: 1080, height: 2160 });
  pictures.add('third', PHONE, null);
  return { ...collector.statistics(), pictures: pictures.statistics() };
}

const page = (statistics: DatasetStatistics): string =>
  statsPage(statistics, { title: 'Demo', subtitle: 'demo, all', touchstone: '0.0.0' });

describe('statsPage', () => {
  it('shows the real sizes of pictures where they were read, with those that differ', () => {
    const text = page(recorded());
    expect(text).toContain('<h2>Pictures</h2>');
    expect(text).toContain('1080 × 2160');
    expect(text).toContain('1 picture is missing, or neither PNG nor JPEG.');
    expect(text).toContain('second: 1080 × 2160, said to be 270 × 540.');
    const { pictures: _, ...unread } = recorded() as Extract<DatasetStatistics, { kind: 'recorded' }>;
    expect(page(unread)).not.toContain('<h2>Pictures</h2>');
  });

  it('calls everything what the tables call it', () => {
    const titles = new Set(statsTables('demo', recorded()).map(({ title }) => title));
    const shown = [...page(recorded()).matchAll(/<h2>([^<]*)<\/h2>/g)].map(([, title]) => title ?? '');
    const ownToThePage = ['Actions on the way', 'Where screens are touched', 'Instructions (en)', 'Not read'];
    expect(shown.filter((title) => !titles.has(title) && !ownToThePage.includes(title))).toEqual([]);
    expect(shown.length).toBeGreaterThan(8);
  });

  it('names no folder of the machine it was written on', () => {
    expect(page(recorded())).toContain('torn: b.json');
    expect(page(recorded())).not.toContain('/home/me');
  });
});
