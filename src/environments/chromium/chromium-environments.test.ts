import type { Browser } from 'playwright-core';
import { expect, it } from 'vitest';
import { ChromiumEnvironments } from './chromium-environments.js';

const { signal } = new AbortController();

it('starts one browser for those who ask at the same time, another where it is gone, and closes it', async () => {
  const browsers: { isOpen: boolean }[] = [];
  const launch = async (): Promise<Browser> => {
    const state = { isOpen: true };
    browsers.push(state);
    // Of a browser only this is asked here: pages cannot be made in it.
    return {
      isConnected: () => state.isOpen,
      close: async () => void (state.isOpen = false),
      newContext: async () => Promise.reject(new Error('no pages')),
    } as unknown as Browser;
  };
  const environments = new ChromiumEnvironments({ apps: [], startOf: () => ({ app: null }), launch });
  const begin = async (): Promise<void> => {
    const environment = await environments.lend(null, { signal });
    await environment.reset({ task: 't', repeat: 0, seed: 1 }, { signal });
  };
  const failed = await Promise.allSettled([begin(), begin(), begin()]);
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(browsers).toHaveLength(1);
  for (const browser of browsers) browser.isOpen = false;
  await Promise.allSettled([begin(), begin()]);
  expect(browsers).toHaveLength(2);
  await environments[Symbol.asyncDispose]();
  expect(browsers).toEqual([{ isOpen: false }, { isOpen: false }]);
});
