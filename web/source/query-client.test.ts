import { onlineManager, QueryObserver } from '@tanstack/react-query';
import { afterEach, describe, expect, it } from 'vitest';
import { createClient } from './create-client.js';
import { renewIndexes } from './renew-indexes.js';

afterEach(() => onlineManager.setOnline(true));

describe('createClient', () => {
  it('asks a server on this machine while the browser has no network', async () => {
    onlineManager.setOnline(false);
    const client = createClient();
    const observer = new QueryObserver(client, { queryKey: ['a'], queryFn: async () => 'answer' });
    const stop = observer.subscribe(() => undefined);
    expect(client.getQueryState(['a'])?.fetchStatus).toBe('fetching');
    stop();
  });
});

describe('renewIndexes', () => {
  it('lets an answer come that takes long, then asks once more for all that changed meanwhile', async () => {
    const client = createClient();
    const waiting: ((answer: number) => void)[] = [];
    const queryFn = (): Promise<number> => new Promise((resolve) => waiting.push(resolve));
    const observer = new QueryObserver(client, { queryKey: ['index', 'a', 'b'], queryFn });
    const shown: unknown[] = [];
    const stop = observer.subscribe(({ data }) => shown.push(data));
    const renewed = [1, 2, 3].map(() => renewIndexes(client, 'b'));
    expect(waiting).toHaveLength(1);
    waiting[0]?.(1);
    await expect.poll(() => waiting.length).toBe(2);
    expect(shown).toContain(1);
    waiting[1]?.(2);
    await Promise.all(renewed);
    expect([observer.getCurrentResult().data, waiting.length]).toEqual([2, 2]);
    await renewIndexes(client, 'c');
    expect(waiting).toHaveLength(2);
    stop();
  });
});
