import { describe, expect, it } from 'vitest';
import type { DeviceBridge } from '../../agents/agent.js';
import { tap } from '../../domain/action.js';
import { pixelPoint } from '../../domain/geometry.js';
import type { Observation } from '../../domain/screen.js';
import type { PhoneProfile } from '../phone-world.js';
import { EpisodeWorld } from './episode-world.js';

const PROFILE: PhoneProfile = {
  product: 'p',
  model: 'm',
  device: 'd',
  density: 160,
  size: { width: 10, height: 20 },
  apps: [],
  startsAt: 0,
  timeZone: 'UTC',
  locale: 'en-US',
  hasWaits: false,
};
const TAP = tap(pixelPoint(1, 2));
const ORIGIN = { commands: [3], observations: 1 };

function screen(id: string): Observation {
  return { screen: { id, size: PROFILE.size, activity: null, picture: null, hierarchy: null } };
}

function worldAt(): { world: EpisodeWorld; deviceBridge: DeviceBridge & { at: string } } {
  const deviceBridge = {
    at: 'a',
    state: () => deviceBridge.at,
    hasTransition: () => true,
    lastTransition: () => ({ rule: 'edge', next: deviceBridge.at }),
    graph: null,
    screen: () => null,
    filePath: '/nowhere',
  };
  return { world: new EpisodeWorld(deviceBridge, screen('a'), PROFILE), deviceBridge };
}

describe('EpisodeWorld', () => {
  it('makes an action a decision, and waits for what came of it', async () => {
    const { world, deviceBridge } = worldAt();
    const decision = world.next(screen('a'));
    const performed = world.perform(TAP, ORIGIN);
    expect(await decision).toEqual({ type: 'action', action: TAP, memory: { phone: ORIGIN } });
    deviceBridge.at = 'b';
    void world.next(screen('b'));
    expect(await performed).toEqual({
      type: 'acted',
      transition: { rule: 'edge', next: 'b' },
      from: 'a',
      to: 'b',
    });
    expect(world.observation.screen.id).toBe('b');
  });

  it('keeps an action made before the engine asks', async () => {
    const { world } = worldAt();
    const performed = world.perform(TAP, ORIGIN);
    expect(await world.next(screen('a'))).toMatchObject({ action: TAP });
    void world.next(screen('a'));
    expect(await performed).toMatchObject({ type: 'acted' });
  });

  it('tells an action that the episode is over', async () => {
    const { world } = worldAt();
    void world.next(screen('a'));
    const performed = world.perform(TAP, ORIGIN);
    world.end();
    expect(await performed).toMatchObject({ type: 'ended', transition: null });
    expect(await world.perform(TAP, ORIGIN)).toMatchObject({ type: 'ended' });
    expect(world.hasTransition(TAP)).toBe(false);
  });

  it('tells what came of the last action, and takes none after it', async () => {
    const { world, deviceBridge } = worldAt();
    void world.next(screen('a'));
    const performed = world.perform(TAP, ORIGIN);
    deviceBridge.at = 'b';
    world.conclude(screen('b'));
    expect(await performed).toMatchObject({ type: 'acted', from: 'a', to: 'b' });
    expect(await world.perform(TAP, ORIGIN)).toMatchObject({ type: 'ended' });
  });

  it('ends the wait of the engine with the first failure of the agent', async () => {
    const { world } = worldAt();
    const waiting = world.next(screen('a'));
    world.fail(new Error('first'));
    world.fail(new Error('second'));
    await expect(waiting).rejects.toThrow('first');
    await expect(world.next(screen('a'))).rejects.toThrow('first');
  });
});
